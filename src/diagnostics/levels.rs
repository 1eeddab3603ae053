//! Levels that users set, applied in one place.

use rustc_hash::FxHashMap;

use super::{Diagnostic, Level};

/// What a user made of a code: another level, or `off` (`None`).
pub type LevelOverride = Option<Level>;

/// Levels by code or slug, as given with `--level CODE=LEVEL`.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    by_code: FxHashMap<String, LevelOverride>,
    deny_warnings: bool,
}

impl Levels {
    /// Takes `CODE=off|note|warning|error` in.
    ///
    /// # Errors
    /// The text has another form; the message names the right one.
    pub fn set(&mut self, text: &str) -> Result<String, String> {
        let Some((code, word)) = text.split_once('=') else {
            return Err(format!("`{text}` is not of the form CODE=LEVEL, such as BAR006=off"));
        };
        let level = match word {
            "off" => None,
            "note" => Some(Level::Note),
            "warning" => Some(Level::Warning),
            "error" => Some(Level::Error),
            _ => {
                return Err(format!("`{word}` is no level; use off, note, warning or error"));
            }
        };
        let code = code.trim().to_ascii_uppercase();
        self.by_code.insert(code.clone(), level);
        Ok(code)
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
        assert_eq!(levels.set("bar006=off"), Ok("BAR006".to_owned()));
        assert_eq!(levels.of("BAR006", Level::Warning), None);
        assert!(levels.set("BAR006").is_err());
        assert!(levels.set("BAR006=loud").expect_err("level").contains("off, note, warning or error"));
    }
}
