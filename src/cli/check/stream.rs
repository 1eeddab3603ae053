//! `--stream`: decks on standard input, one line of JSON for each on standard output, in order and in constant memory.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::job::{Faults, check_bytes};
use super::{Args, Format, Setups, broken, game_of, run_options};
use crate::cli::Exit;
use crate::cli::config::Setup;
use crate::cli::inputs::MAX_DECK;
use crate::cli::out;
use crate::diagnostics::{DCK_SIZE, Diagnostic, WAI_UNUSED};
use crate::game::{Checked, Verdict, propose};
use crate::report::{DeckReport, StreamRecord, Summary};
use crate::text::{FileId, Files, Place, Source};

/// How much is read at a time; what of it is complete is checked and written before more is read.
const BUFFER: usize = 256 << 10;
/// How many decks are checked at a time.
const CHUNK: usize = 512;

/// A record as it was read.
enum Record {
    Bytes(Vec<u8>),
    /// It is longer than a deck may be, and was skipped.
    TooLarge,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    if !matches!(args.format, Format::Full | Format::JsonLines) {
        bail!("--stream writes json-lines");
    }
    let mut setups = Setups::new(run_options(args)?);
    let named = Some(Path::new(&args.stdin_name)).filter(|_| args.stdin_name != "<stdin>");
    let setup = setups.of(named)?;
    if broken(&setups.all) {
        return Ok(Exit::Failed);
    }
    let game = game_of(args, &setups.all)?;
    let mut reader = Reader {
        input: BufReader::with_capacity(BUFFER, std::io::stdin().lock()),
        separator: args.separator.as_ref().map(|s| s.trim_end().into()),
        ended: false,
    };
    let mut stdout = out::stdout();
    let mut summary = Summary::default();
    let mut faults = Faults::default();
    let mut number = 0;
    loop {
        let records = reader.chunk()?;
        if records.is_empty() {
            break;
        }
        let before = number;
        number += records.len();
        let one = |(index, record): (usize, Record)| line(args, &setup, game.as_deref(), before + index + 1, record);
        let done: Vec<(Verdict, usize, String)> = records.into_par_iter().enumerate().map(one).collect();
        faults.take(&setup, setup.session.take_faults(), false);
        for (verdict, waived, text) in done {
            summary.add(verdict);
            summary.waived += waived;
            stdout.write_all(text.as_bytes())?;
        }
        // Who writes records one by one and waits for each answer gets it.
        stdout.flush()?;
    }
    // Whether a waiver is of use, a part of all decks cannot tell.
    let mut waivers = Setup::waiver_faults(&[&*setup], false);
    waivers.retain(|fault| *fault.code != *WAI_UNUSED.code);
    faults.take(&setup, waivers, false);
    faults.finish(false);
    if !args.quiet {
        out::talk(&summary.to_string());
    }
    Ok(match summary {
        _ if faults.broken => Exit::Failed,
        _ if args.exit_zero => Exit::Clean,
        summary if summary.unknown() => Exit::Failed,
        Summary { illegal: 1.., .. } => Exit::Findings,
        _ if faults.errors => Exit::Findings,
        _ => Exit::Clean,
    })
}

fn line(
    args: &Args,
    setup: &Arc<Setup>,
    game: Option<&str>,
    number: usize,
    record: Record,
) -> (Verdict, usize, String) {
    let name = args.stdin_name.clone();
    let path = Some(Path::new(&args.stdin_name)).filter(|_| args.stdin_name != "<stdin>");
    let mut checked = match record {
        Record::Bytes(bytes) => check_bytes(setup, name, bytes, path, game, args.separator.is_none()),
        Record::TooLarge => {
            let message = format!("the record is larger than {} MiB and was skipped", MAX_DECK >> 20);
            let source = Arc::new(Source::new(name, ""));
            Checked::unreadable(source, Diagnostic::general(&DCK_SIZE, Place::File(FileId::INPUT), message))
        }
    };
    propose(&setup.session, &mut checked);
    let files = Files { shared: &setup.session.sources, input: Some(&checked.source) };
    checked.waived.iter().filter_map(|w| w.index).for_each(|index| setup.used(index));
    let record = StreamRecord { record: number, deck: DeckReport::new(&checked, files) };
    // Strings and numbers only: there is nothing in it that JSON could refuse.
    let mut text = serde_json::to_string(&record).unwrap_or_default();
    text.push('\n');
    (checked.verdict, checked.waived.len(), text)
}

/// Cuts the input into records.
struct Reader<R> {
    input: BufReader<R>,
    /// The line between texts; without it every line is a record.
    separator: Option<Arc<str>>,
    ended: bool,
}

impl<R: std::io::Read> Reader<R> {
    /// The next records: at least one where there is one, and more as long as they are in memory already.
    fn chunk(&mut self) -> Result<Vec<Record>> {
        let mut out = Vec::new();
        let mut bytes = 0;
        while out.len() < CHUNK && bytes < MAX_DECK && !self.ended {
            if !out.is_empty() && !self.input.buffer().contains(&b'\n') {
                break;
            }
            let record = if self.separator.is_some() { self.text()? } else { self.json()? };
            if let Some(Record::Bytes(text)) = &record {
                bytes += text.len() as u64;
            }
            out.extend(record);
        }
        Ok(out)
    }

    /// The next line that is not blank.
    fn json(&mut self) -> Result<Option<Record>> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let fits = self.line(&mut line, MAX_DECK)?;
            if !fits {
                return Ok(Some(Record::TooLarge));
            }
            if !line.iter().all(u8::is_ascii_whitespace) {
                line.truncate(line.trim_ascii_end().len());
                return Ok(Some(Record::Bytes(line)));
            }
            // A chunk with something in it does not wait behind blank lines.
            if self.ended || !self.input.buffer().contains(&b'\n') && !self.input.buffer().is_empty() {
                return Ok(None);
            }
        }
    }

    /// The lines up to the separator; `None` where only blank ones are left at the end.
    fn text(&mut self) -> Result<Option<Record>> {
        let separator = self.separator.clone().unwrap_or_default();
        let (mut text, mut fits) = (Vec::new(), true);
        loop {
            let before = text.len();
            // Behind a text that is too large a separator is still seen.
            let fitted = self.line(&mut text, MAX_DECK.max(before as u64 + 1024))?;
            if fitted && is_separator(&text[before..], &separator) {
                text.truncate(before);
                break;
            }
            fits &= fitted && text.len() as u64 <= MAX_DECK;
            if !fits {
                text.clear();
            }
            if self.ended {
                let blank = fits && text.iter().all(u8::is_ascii_whitespace);
                return Ok(if blank {
                    None
                } else if fits {
                    Some(Record::Bytes(text))
                } else {
                    Some(Record::TooLarge)
                });
            }
        }
        Ok(Some(if fits { Record::Bytes(text) } else { Record::TooLarge }))
    }

    /// Reads a line with its end behind what is there; gives `false`, and nothing, where both are longer than `most`: then
    /// the line is read past.
    fn line(&mut self, line: &mut Vec<u8>, most: u64) -> Result<bool> {
        let mut fits = true;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                self.ended = true;
                return Ok(fits);
            }
            let end = memchr::memchr(b'\n', buffer);
            let taken = end.map_or(buffer.len(), |at| at + 1);
            fits &= (line.len() + taken) as u64 <= most;
            if fits {
                line.extend_from_slice(&buffer[..taken]);
            } else {
                line.clear();
            }
            self.input.consume(taken);
            if end.is_some() {
                return Ok(fits);
            }
        }
    }
}

fn is_separator(line: &[u8], separator: &str) -> bool {
    let line = line.trim_ascii_end();
    if separator == "\\0" {
        return !line.is_empty() && line.iter().all(|&b| b == 0);
    }
    line == separator.as_bytes()
}
