//! What `decklint check --fix` would write for a finding.

use super::{Checked, Session};
use crate::deck::edit::Draft;

/// Adds their fixes to the findings of a deck. A file that is not edited in place has none.
pub fn propose(session: &Session, checked: &mut Checked) {
    // Without such a finding the deck is not read again. A deck in a format that was named may be told to be another.
    if session.options.from.is_some() || !checked.findings.iter().any(Draft::may_mend) {
        return;
    }
    let Some(game) = checked.game.as_deref().and_then(|id| session.game(id)) else { return };
    let source = checked.source.clone();
    let Ok(draft) = Draft::new(&source.name, &source.text, &game.spec, &game.catalog) else { return };
    let Ok(fixes) = draft.fixes(&checked.findings) else { return };
    for (finding, fix) in checked.findings.iter_mut().zip(fixes) {
        finding.fix = fix;
    }
}
