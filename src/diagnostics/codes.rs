//! The general codes: everything that is not a rule of one game.

use super::Level;

/// A general code and what `decklint explain` says of it.
#[derive(Debug, PartialEq, Eq)]
pub struct GeneralCode {
    /// The stable code.
    pub code: &'static str,
    /// The readable name.
    pub slug: &'static str,
    /// The level it has by itself.
    pub level: Level,
    /// What it says, in one sentence.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// How to mend it.
    pub mend: &'static str,
    /// A short example of input that brings it.
    pub example: &'static str,
}

macro_rules! codes {
    ($($name:ident = $code:literal $slug:literal $level:ident : $title:literal; why $why:literal; mend $mend:literal; example $example:literal)*) => {
        $(#[doc = $title] pub static $name: GeneralCode = GeneralCode {
            code: $code, slug: $slug, level: Level::$level, title: $title, why: $why, mend: $mend, example: $example,
        };)*
        /// All general codes, sorted.
        pub static GENERAL_CODES: &[&GeneralCode] = &[$(&$name),*];
    };
}

codes! {
    DCK_UNREADABLE = "DCK001" "unreadable-file" Error : "The file cannot be read as a deck";
        why "Nothing can be said about a deck that is not there, is no text, or breaks the syntax of its format.";
        mend "Look at the place named; save the deck as text, YAML, CSV or JSON in UTF-8.";
        example "main: [4 Card Name"
    DCK_EMPTY = "DCK002" "empty-deck" Error : "The deck has no card line";
        why "An empty list must not pass as a legal deck: more often than not it is a wrong file or a failed export.";
        mend "Write the cards into the file, one line each, such as `4 Card Name`.";
        example "# name: My deck"
    DCK_LINE = "DCK003" "unreadable-line" Error : "A line or entry is no card line";
        why "No line of a deck is dropped in silence: what cannot be read may be a card.";
        mend "Write a count and a card, such as `4 Card Name`, or put `#` before a comment.";
        example "main:\n  - {count: 3}"
    DCK_COUNT = "DCK004" "bad-count" Error : "A count is zero, negative, not a number or too large";
        why "A count says how many copies are in the deck, from 1 to 999. Zero copies are no card of the deck.";
        mend "Write the number of copies, or delete the line.";
        example "-1 Card Name"
    DCK_SECTION = "DCK005" "unknown-section" Error : "The game has no section of this name";
        why "The cards below the heading are counted where they stand, in a section that the game does not have.";
        mend "Use a section of the game; `decklint games` lists them.";
        example "Sideboard:\n2 Card Name"
    DCK_REPEATED_KEY = "DCK006" "repeated-key" Error : "A key stands twice in one mapping";
        why "Many readers keep the last of two equal keys in silence, so copies would vanish.";
        mend "Write the card once, with all its copies.";
        example "main:\n  \"01204417\": 3\n  \"01204417\": 2"
    DCK_HEADER = "DCK007" "unknown-header" Warning : "A header key is not known";
        why "The header names the game, the deck, the player, the event, layers and notes; anything else has no effect.";
        mend "Correct the key, or make it a comment without colon.";
        example "# plyer: Kim"
    DCK_ROW = "DCK008" "ragged-row" Error : "A row has more or fewer fields than the header";
        why "A missing or extra separator shifts every later field to a wrong column.";
        mend "Quote names that hold the separator, and fill empty fields.";
        example "section,count,name\nmain,4"
    DCK_GUESSED_ENCODING = "DCK009" "guessed-encoding" Note : "The file is not UTF-8; its encoding was guessed";
        why "Names with letters beyond ASCII may be wrong if the guess is.";
        mend "Save the file as UTF-8.";
        example "a file saved as EUC-KR or windows-1252"
    DCK_BLANK_LINE = "DCK010" "blank-line-starts-side" Note : "A blank line was read as the start of the side section";
        why "Many exports part the side section by a blank line alone, so that is how a list without headings is read.";
        mend "Write a heading for each section, or remove the blank line.";
        example "40 cards, a blank line, 10 cards"
    DCK_GAME = "DCK011" "unknown-game" Error : "The game of the deck is not known";
        why "Without its game a deck has no rules to check.";
        mend "Name the game with `--game`, in the header (`# game: barrenia`), or by a parent folder of that name.";
        example "# game: barenia"
    DCK_FORMAT = "DCK012" "unsupported-format" Error : "The file is a deck in a format that is not read";
        why "Reading it as a plain list would make every line an unknown card.";
        mend "Export the deck in a format that `decklint convert --list` names.";
        example "<html>"
    DCK_SIZE = "DCK013" "file-too-large" Error : "The file is larger than a deck can be";
        why "Decks are read whole; the limit of 8 MiB keeps memory bounded.";
        mend "Check that this is a deck file; split collections of decks into one file each.";
        example "a file of 50 MB"
    DCK_LEFT_OUT = "DCK014" "part-left-out" Warning : "A part of the file is no part of the deck as it was read";
        why "Formats of other programs hold more than a deck: shared sections, tokens, tags, pictures. What is left out is said.";
        mend "Move cards that belong to the deck into one of its sections; the rest needs nothing.";
        example "<section name=\"Markers\" shared=\"True\">"
    DCK_NOT_HELD = "DCK015" "not-held-by-format" Warning : "The format that is written cannot hold a part of the deck";
        why "Each format holds less than a deck can say; what is missing in the new file is named, so that nothing vanishes unseen.";
        mend "Choose another format (`decklint convert --list`), or keep the old file besides.";
        example "decklint convert deck.yaml --to ydk"
    RES_UNKNOWN = "RES001" "unknown-card" Error : "No card of the pool has this name or code";
        why "The line stays in the deck and counts to the section's size, but no other rule can judge it.";
        mend "Correct the spelling, or give the pool that holds the card with `--cards`.";
        example "4 Card Nmae"
    RES_AMBIGUOUS = "RES002" "ambiguous-card" Error : "Several cards have this name";
        why "Two cards may share a name; picking one would be a guess.";
        mend "Write the code of the card that is meant.";
        example "4 Other Name"
    RES_MISMATCH = "RES003" "code-and-name-differ" Error : "The code and the name are those of two cards";
        why "The code decides, but one of the two is wrong and the list may mean another card.";
        mend "Correct the code or the name.";
        example "4 01204417 Other Name"
    RES_ZEROS = "RES004" "lost-leading-zeros" Warning : "A code has lost its leading zeros";
        why "Spreadsheets turn 01204417 into 1204417. The only card that fits was taken.";
        mend "Write the code with all its digits, as text.";
        example "4 1204417"
    RES_IDS = "RES005" "ids-not-known" Note : "Cards have no id, or one that no card of the pool has";
        why "The names were used, which may be shared or spelled otherwise.";
        mend "Nothing, if the names are right; else give the ids as codes, or name their attribute in `game.yaml`.";
        example "<card qty=\"2\" id=\"\">Card Name</card>"
    CAT_SYNTAX = "CAT001" "unreadable-pool" Error : "The card pool cannot be read";
        why "A pool that breaks the syntax of its format has no cards.";
        mend "Correct the place named, or export the pool anew.";
        example "cards: [{code: 01204417"
    CAT_IDENTITY = "CAT002" "card-without-identity" Error : "A card lacks what tells it from others";
        why "Copies are counted by the code or the name, as the game says; without it a card cannot be counted.";
        mend "Fill the field.";
        example "code,name\n,Card Name"
    CAT_ROW = "CAT003" "ragged-row" Error : "A row of the pool has more or fewer fields than its header";
        why "A missing or extra separator shifts every later field to a wrong column.";
        mend "Quote fields that hold the separator, and fill empty fields.";
        example "code,name,type\n01204417,Card Name"
    CAT_DUPLICATE = "CAT004" "card-listed-twice" Warning : "A card stands twice in the pool, unchanged";
        why "It is one card all the same; the second row says nothing new.";
        mend "Delete one of the two rows.";
        example "the same row twice"
    CAT_DISAGREE = "CAT005" "printings-disagree" Warning : "Two printings of one card differ in an attribute";
        why "Printings of one card are the same card for every rule; the first row is taken.";
        mend "Make the rows agree, or give them identities of their own.";
        example "01204417,Card Name,…,3\n01204417,Card Name (Gala Art),…,4"
    CAT_VALUE = "CAT006" "bad-value" Warning : "A value does not fit its attribute";
        why "The card stays usable, but rules that need the value are not evaluated for it.";
        mend "Correct the value; `decklint schema game` and the game's `game.yaml` list what is allowed.";
        example "type = Soldeir"
    CAT_MISSING = "CAT007" "missing-value" Warning : "A card lacks a value that its kind needs";
        why "The card stays usable, but rules that need the value are not evaluated for it.";
        mend "Fill the field, or map the column with `--map`.";
        example "a Retaliation Soldier without symbol"
    CAT_COLUMN = "CAT008" "unknown-column" Note : "A column is not an attribute of the game";
        why "It is kept and can be searched as text, but no rule reads it.";
        mend "Map it with `--map COLUMN=ATTRIBUTE`, or leave it.";
        example "code,name,illustrator"
    CAT_ZEROS = "CAT009" "lost-leading-zeros" Warning : "A code in the pool has lost its leading zeros";
        why "Spreadsheets turn 01204417 into 1204417. The zeros were restored.";
        mend "Keep the column as text and write the code with all its digits.";
        example "1204417,Card Name"
    CAT_REFERENCE = "CAT010" "dangling-reference" Error : "A card refers to a card that is not in the pool";
        why "`same_as` makes two rows one card; the other row must be there.";
        mend "Correct the code or name, or add the card.";
        example "same_as = art:99999999"
    CAT_EMPTY = "CAT011" "empty-pool" Error : "The card pool has no card";
        why "Against an empty pool every card is unknown.";
        mend "Check that this is the right file and that the list of cards is where it is expected.";
        example "code,name"
    CAT_ENCODING = "CAT012" "guessed-encoding" Note : "The pool is not UTF-8; its encoding was guessed";
        why "Names with letters beyond ASCII may be wrong if the guess is.";
        mend "Save the file as UTF-8.";
        example "a pool saved as EUC-KR"
    CAT_CODE = "CAT013" "bad-code" Error : "A code does not have the form that the game prints";
        why "A code of a wrong form is not the card's identity, and a second card may hide behind it.";
        mend "Write the code as it is printed on the card.";
        example "0120441,Card Name"
    GAM_FILE = "GAM001" "bad-game-file" Error : "A file of the game cannot be used";
        why "The rules of this game are not known until its files are right. Other games are not affected.";
        mend "Correct the place named; `decklint schema game` and `decklint schema rules` describe the files.";
        example "chek: {size: {max: 60}}"
    GAM_REFERENCE = "GAM002" "unknown-reference" Error : "A rule names a section, attribute, value or card that the game does not have";
        why "A rule that looks at nothing would pass every deck.";
        mend "Correct the name.";
        example "sections: [mian]"
    LAY_FILE = "LAY001" "bad-layer" Error : "A layer cannot be used";
        why "A house rule that is not understood must not be skipped.";
        mend "Correct the place named; `decklint schema layer` describes the file.";
        example "lyer: arc-2"
    LAY_UNKNOWN_RULE = "LAY002" "unknown-rule" Error : "A layer changes a rule that the game does not have";
        why "The change would have no effect, and nobody would notice.";
        mend "Correct the code; `decklint rules GAME` lists them.";
        example "rules: {BAR030: {max: 3}}"
    LAY_NO_EFFECT = "LAY003" "no-effect" Warning : "A setting changes nothing";
        why "It sets what already holds, so it is left over or a slip.";
        mend "Delete it, or set the value that was meant.";
        example "rules: {BAR003: {max: 4}}"
    LAY_BECAUSE = "LAY004" "reason-missing" Error : "A rule is switched off or a card banned without a reason";
        why "Who reads the layer later, or is refused because of it, is owed the reason.";
        mend "Add `because: …`.";
        example "ban: [{card: Other Name}]"
    LAY_UNKNOWN_LAYER = "LAY005" "unknown-layer" Error : "No layer of this name or path is found";
        why "Checking without the layer would answer another question.";
        mend "Correct the name; `decklint rules GAME` lists the layers of the game.";
        example "--layer arc-9"
    LAY_CARD = "LAY006" "unknown-card-in-list" Error : "A layer's list names a card that is not in the pool";
        why "A ban of a card that does not exist bans nothing.";
        mend "Correct the name or code.";
        example "ban: [{card: Other Nmae, because: …}]"
    LAY_BANNED = "LAY010" "banned-card" Error : "The deck holds a card that a layer bans";
        why "The layer in use does not allow the card; its reason is shown.";
        mend "Take the card out.";
        example "a Timebreak card under the layer arc-2"
    LAY_LIMITED = "LAY011" "limited-card" Error : "The deck holds more copies of a card than a layer allows";
        why "The layer in use sets a limit for this card, which replaces the general one.";
        mend "Take copies out.";
        example "two copies of a card limited to one"
    LAY_RESTRICTED = "LAY012" "restricted-cards" Error : "The deck holds more cards of a restricted list than a layer allows";
        why "Of all cards on a restricted list together only so many different ones may be in the deck.";
        mend "Choose which card of the list to keep.";
        example "two different cards of a list restricted to one"
    LAY_NOT_ALLOWED = "LAY013" "card-not-allowed" Error : "The deck holds a card that is not on a layer's list of allowed cards";
        why "The layer in use names the cards that may be played; all others are out.";
        mend "Take the card out.";
        example "a card that is not on the list of a starter format"
    PLY_ABILITY = "PLY001" "bad-ability" Error : "An ability of a card is not in the language of abilities";
        why "A card whose ability cannot be read would be played as if it did nothing.";
        mend "Correct the cell; `decklint explain abilities` shows the language.";
        example "played: drew 1"
    PLY_EFFECT = "PLY002" "effect-without-meaning" Warning : "An effect means nothing in this game";
        why "The game's turns have nothing that such an effect could act upon, so it is left out when the card is played.";
        mend "Use an effect that the game knows, or leave the cell empty so that the card counts as not simulated.";
        example "played: extra-clash"
    PLY_SETUP = "PLY003" "bad-setup" Error : "A number or choice of `setup` does not fit the game's engine";
        why "The engine plays by these values; a wrong one would give another game.";
        mend "Correct the value in `game.yaml`, in the layer, or behind `--set setup.KEY=`.";
        example "--set setup.hand=-1"
    PLY_POLICY = "PLY004" "bad-policy" Error : "A policy file is not understood";
        why "A policy says what a player does; a line that is not understood would change every game.";
        mend "Correct the line; `decklint explain policies` shows the form.";
        example "prefer: [{do: jump}]"
    PLY_GOAL = "PLY005" "bad-goal" Error : "A goal or a search term of the command line is not understood";
        why "A goal that is read wrongly would give a share that answers another question.";
        mend "Correct the goal; `decklint explain goals` shows the grammar.";
        example "--goal 'hand holds'"
    PLY_ENGINE = "PLY006" "no-engine" Error : "The game names no turn engine, or one that does not exist";
        why "Without turns a deck cannot be played out.";
        mend "Put `engine: draw` and the numbers of `setup` into `game.yaml`.";
        example "engine: brawl"
    CFG_FILE = "CFG001" "bad-config" Error : "The configuration cannot be used";
        why "A setting that is not understood must not be skipped: the decks would be checked under other rules than meant.";
        mend "Correct the place named; `decklint schema config` describes the file.";
        example "gmae: barrenia"
    WAI_REASON = "WAI001" "waiver-without-reason" Error : "A waiver gives no reason and does not hold";
        why "Who reads the deck later is owed the reason for which a rule does not count here.";
        mend "Write the reason behind a colon, or as `reason` in the configuration.";
        example "# ignore BAR003"
    WAI_EXPIRED = "WAI002" "expired-waiver" Warning : "A waiver has expired";
        why "It held until the day it names. What it waived counts again.";
        mend "Mend the deck and delete the waiver, or agree on a later day.";
        example "waivers: [{code: BAR003, reason: proxies on their way, until: 2020-01-31}]"
    WAI_UNUSED = "WAI003" "unused-waiver" Warning : "A waiver waives nothing";
        why "What it was made for is mended, or it names a wrong code or place; it would hide the next fault of its kind.";
        mend "Delete it, or correct its code, card or place.";
        example "# ignore BAR003: left over\n4 Card Name"
}

/// The general code of this name, by code or slug.
#[must_use]
pub fn general_code(word: &str) -> Option<&'static GeneralCode> {
    GENERAL_CODES.iter().copied().find(|c| c.code.eq_ignore_ascii_case(word) || c.slug == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_unique() {
        assert!(GENERAL_CODES.windows(2).all(|w| family(w[0]) > family(w[1]) || w[0].code < w[1].code));
        let mut codes: Vec<_> = GENERAL_CODES.iter().map(|c| c.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), GENERAL_CODES.len());
    }

    fn family(code: &GeneralCode) -> usize {
        ["WAI", "CFG", "PLY", "LAY", "GAM", "CAT", "RES", "DCK"]
            .iter()
            .position(|f| code.code.starts_with(f))
            .expect("a known family")
    }

    #[test]
    fn every_code_explains_itself() {
        for code in GENERAL_CODES {
            for text in [code.title, code.why, code.mend, code.example] {
                assert!(!text.is_empty(), "{}", code.code);
            }
            assert!(!code.title.ends_with('.'), "{}", code.code);
        }
    }
}
