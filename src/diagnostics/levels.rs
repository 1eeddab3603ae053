//! Levels that users set, applied in one place.

use rustc_hash::FxHashMap;

use super::{Diagnostic, Level};

/// What a user made of a code: another level, or `off` (`None`).
pub type LevelOverride = Option<Level>;

/// A level, or `off`, as users write it.
///
/// # Errors
/// The word is none; the message names those that are.
pub fn parse_level(word: &str) -> Result<LevelOverride, String> {
    match word {
        "off" => Ok(None),
        "note" => Ok(Some(Level::Note)),
        "warning" => Ok(Some(Level::Warning)),
        "error" => Ok(Some(Level::Error)),
        _ => Err(format!("`{word}` is no level; use off, note, warning or error")),
    }
}

/// Levels by code, as given with `--level CODE=LEVEL`.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    by_code: FxHashMap<String, LevelOverride>,
    deny_warnings: bool,
}

impl Levels {
    /// Sets the level of a code; `None` switches it off.
    pub fn set(&mut self, code: &str, level: LevelOverride) {
        self.by_code.insert(code.to_ascii_uppercase(), level);
    }

    /// Whether warnings count as errors.
    pub fn deny_warnings(&mut self, on: bool) {
        self.deny_warnings = on;
    }

    /// The level of a code that has `level` by itself; `None` where it is off.
    #[must_use]
    pub fn of(&self, code: &str, level: Level) -> LevelOverride {
        let level = match self.by_code.get(code) {
            Some(set) => (*set)?,
            None => level,
        };
        Some(if self.deny_warnings && level == Level::Warning { Level::Error } else { level })
    }

    /// Applies the levels to findings; those that are off go.
    pub fn apply(&self, findings: &mut Vec<Diagnostic>) {
        findings.retain_mut(|d| match self.of(&d.code, d.level) {
            Some(level) => {
                d.level = level;
                true
            }
            None => false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overrides_win_and_warnings_can_be_denied() {
        let mut levels = Levels::default();
        assert_eq!(levels.of("BAR006", Level::Warning), Some(Level::Warning));
        levels.deny_warnings(true);
        assert_eq!(levels.of("BAR006", Level::Warning), Some(Level::Error));
        assert_eq!(levels.of("SCA002", Level::Note), Some(Level::Note));
        levels.set("bar006", None);
        assert_eq!(levels.of("BAR006", Level::Warning), None);
        assert_eq!(parse_level("note"), Ok(Some(Level::Note)));
        assert!(parse_level("loud").expect_err("level").contains("off, note, warning or error"));
    }
}
