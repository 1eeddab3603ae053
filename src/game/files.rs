//! Where the files of games are: in the binary, or in folders.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cards");

/// The files of one game.
#[derive(Clone, Debug)]
pub enum GameFiles {
    /// In the binary, under this id.
    Shipped(&'static str),
    /// In a folder.
    Folder(PathBuf),
}

impl GameFiles {
    /// The content of a file by its path inside the game's folder, and the name to show for it.
    ///
    /// # Errors
    /// The file is not there or cannot be read.
    pub fn read(&self, path: &str) -> io::Result<(String, Cow<'static, [u8]>)> {
        match self {
            GameFiles::Shipped(id) => {
                let file = SHIPPED.get_file(format!("{id}/{path}")).ok_or(io::ErrorKind::NotFound)?;
                Ok((self.name(path), Cow::Borrowed(file.contents())))
            }
            GameFiles::Folder(folder) => {
                let bytes = super::read_limited(&folder.join(path), super::MAX_FILE)?;
                Ok((self.name(path), Cow::Owned(bytes)))
            }
        }
    }

    /// The name to show for a file of the game.
    #[must_use]
    pub fn name(&self, path: &str) -> String {
        match self {
            GameFiles::Shipped(id) => format!("cards/{id}/{path}"),
            GameFiles::Folder(folder) => folder.join(path).display().to_string(),
        }
    }

    /// The names of the game's layers, sorted.
    #[must_use]
    pub fn layers(&self) -> Vec<String> {
        self.names_in("layers")
    }

    /// The names of the game's policies, sorted.
    #[must_use]
    pub fn policies(&self) -> Vec<String> {
        self.names_in("policies")
    }

    fn names_in(&self, part: &str) -> Vec<String> {
        let mut names: Vec<String> = match self {
            GameFiles::Shipped(id) => SHIPPED
                .get_dir(format!("{id}/{part}"))
                .map(|dir| dir.files().filter_map(|f| stem(f.path())).collect())
                .unwrap_or_default(),
            GameFiles::Folder(folder) => std::fs::read_dir(folder.join(part))
                .map(|dir| dir.flatten().filter_map(|entry| stem(&entry.path())).collect())
                .unwrap_or_default(),
        };
        names.sort_unstable();
        names
    }

    /// The first card pool that is there: `cards.csv`, `cards.yaml` or `cards.json`.
    ///
    /// # Errors
    /// None is there, or it cannot be read.
    pub fn pool(&self) -> io::Result<(String, Cow<'static, [u8]>)> {
        for name in ["cards.csv", "cards.yaml", "cards.json"] {
            match self.read(name) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                found => return found,
            }
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "the game has no cards.csv, cards.yaml or cards.json"))
    }
}

/// What an I/O error says, without the operating system's number and alike on every system where it is a common one.
#[must_use]
pub fn io_reason(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::NotFound if e.raw_os_error().is_some() => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => e.to_string(),
    }
}

fn stem(path: &Path) -> Option<String> {
    let yaml = path.extension().is_some_and(|e| e == "yaml" || e == "yml");
    yaml.then(|| path.file_stem()?.to_str().map(str::to_owned)).flatten()
}

/// All games that can be used, by id; parsing waits until one is.
#[derive(Clone, Debug)]
pub struct Games(Vec<(String, GameFiles)>);

impl Games {
    /// The games in the binary.
    #[must_use]
    pub fn shipped() -> Self {
        let mut games: Vec<(String, GameFiles)> = SHIPPED
            .dirs()
            .filter_map(|dir| dir.path().to_str())
            .map(|id| (id.to_owned(), GameFiles::Shipped(id)))
            .collect();
        games.sort_by(|a, b| a.0.cmp(&b.0));
        Games(games)
    }

    /// Adds the games of a folder: the folder itself if it holds a `game.yaml`, else every folder in it that does. A game
    /// of an id that is there already is replaced.
    ///
    /// # Errors
    /// The folder cannot be read, or holds no game.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        let is_game = |path: &Path| path.join("game.yaml").is_file();
        let mut found = Vec::new();
        if is_game(folder) {
            found.push(folder.to_path_buf());
        } else {
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                if is_game(&path) {
                    found.push(path);
                }
            }
        }
        if found.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no game.yaml in it, nor in a folder below it"));
        }
        found.sort_unstable();
        for path in found {
            let full = path.canonicalize().unwrap_or_else(|_| path.clone());
            let Some(id) = full.file_name().and_then(|n| n.to_str()).map(str::to_owned) else { continue };
            self.0.retain(|(other, _)| *other != id);
            self.0.push((id, GameFiles::Folder(path)));
        }
        self.0.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(())
    }

    /// The ids, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|(id, _)| id.as_str())
    }

    /// The files of a game.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&GameFiles> {
        self.0.iter().find(|(other, _)| other == id).map(|(_, files)| files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_carry_no_number_of_the_system() {
        let missing = std::fs::read("no/such/file").expect_err("missing");
        assert_eq!(io_reason(&missing), "there is no such file or folder");
        let own = io::Error::new(io::ErrorKind::NotFound, "the game has no cards.csv");
        assert_eq!(io_reason(&own), "the game has no cards.csv");
    }

    #[test]
    fn the_five_games_are_shipped() {
        let games = Games::shipped();
        assert_eq!(games.ids().collect::<Vec<_>>(), ["barrenia", "breakrift", "parallel", "scales", "tuna"]);
        assert!(games.get("barrenia").is_some_and(|g| g.read("game.yaml").is_ok()));
        assert!(games.get("barrenia").is_some_and(|g| g.read("nothing.yaml").is_err()));
    }
}
