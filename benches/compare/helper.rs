//! What `scripts/compare.sh` needs besides the programs that it compares: inputs, a stopwatch, and bare file reading.
//! Plain `rustc`, no crates.
//!
//! - `helper inputs FOLDER FILES LINES`: card pools, one deck, and a folder of so many one-deck files of so many lines.
//! - `helper race ROUNDS PLANS`: times the programs of a file of lines `name<TAB>program<TAB>argument…`, interleaved, and
//!   prints their medians and the ratios to the first one.
//! - `helper slurp FOLDER`: opens, reads and closes every file below a folder.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["inputs", folder, files, lines] => inputs(Path::new(folder), files.parse()?, lines.parse()?),
        ["race", rounds, plans] => race(rounds.parse()?, &fs::read_to_string(plans)?),
        ["slurp", folder] => {
            let bytes = slurp(Path::new(folder), &mut Vec::new())?;
            eprintln!("{bytes} bytes");
            Ok(())
        }
        _ => Err("see the head of this file".into()),
    }
}

/// splitmix64: the same inputs on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// The code of the n-th card.
fn code(n: u64) -> String {
    format!("{:08}", 1_000_000 + n * 37)
}

fn name(n: u64) -> String {
    const FIRST: [&str; 8] = ["Rust", "Tide", "Ember", "Marsh", "Gilded", "Hollow", "Lantern", "Quiet"];
    const LAST: [&str; 8] = ["Lancer", "Envoy", "Warden", "Choir", "Notary", "Pilgrim", "Duelist", "Keeper"];
    format!("{} {} {n}", FIRST[(n % 8) as usize], LAST[(n / 8 % 8) as usize])
}

/// A pool with the columns of the shipped one, about 170 bytes a row.
fn pool(cards: u64) -> String {
    let mut out = String::from("code,name,type,territories,division,size,ohm,el,ag,ip,symbol,arc,back,text,abilities,appearance,victory\n");
    for n in 0..cards {
        let (code, name, power) = (code(n), name(n), n % 9 + 1);
        let text = "When this wins a clash, put 3 energy into the Stock, then draw 1 card.";
        let _ = writeln!(
            out,
            "{code},{name},Soldier,Hive Union,Iron Ledger,{power},,{power},2,1,,1,,\"{text}\",won: energy 3 ; won: draw 1,,"
        );
    }
    out
}

/// A deck of so many lines over the first `cards` cards, by code or by name. About one in eight breaks a rule.
fn deck(dice: &mut Dice, lines: u64, cards: u64, by_name: bool) -> String {
    let mut counts = vec![1_u64; lines as usize];
    let mut total = lines;
    while total < 50 && counts.iter().any(|&c| c < 4) {
        let at = dice.below(lines) as usize;
        if counts[at] < 4 {
            counts[at] += 1;
            total += 1;
        }
    }
    match dice.below(16) {
        0 => counts[dice.below(lines) as usize] = 5,
        1 => {
            counts[0] = 30;
            counts[1] = 30;
        }
        _ => {}
    }
    let start = dice.below(cards);
    let mut out = String::new();
    for (i, count) in counts.iter().enumerate() {
        let card = (start + i as u64 * 97) % cards;
        let card = if by_name { name(card) } else { code(card) };
        let _ = writeln!(out, "{count} {card}");
    }
    out
}

fn inputs(folder: &Path, files: u64, lines: u64) -> Result<()> {
    for (file, cards) in [("cards-10000.csv", 10_000), ("cards-1000.csv", 1_000)] {
        fs::write(folder.join(file), pool(cards))?;
    }
    fs::write(folder.join("deck.txt"), deck(&mut Dice(2), 18, 1_000, false))?;
    let mut dice = Dice(1);
    for n in 0..files {
        let place = folder.join("decks").join(format!("{:03}", n / 1_000));
        if n % 1_000 == 0 {
            fs::create_dir_all(&place)?;
        }
        fs::write(place.join(format!("{:03}.txt", n % 1_000)), deck(&mut dice, lines, 10_000, n % 2 == 1))?;
    }
    Ok(())
}

fn race(rounds: usize, plans: &str) -> Result<()> {
    let plans: Vec<Vec<&str>> = plans.lines().map(|l| l.split('\t').collect()).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); plans.len()];
    for _ in 0..rounds {
        for (plan, times) in plans.iter().zip(&mut times) {
            let mut command = Command::new(plan[1]);
            command.args(&plan[2..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let start = Instant::now();
            let status = command.status()?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            // 1 says that a deck is illegal; anything else is a run that measured nothing.
            if !matches!(status.code(), Some(0 | 1)) {
                return Err(format!("{} ended with {status}", plan.join(" ")).into());
            }
        }
    }
    let mut first = None;
    for (plan, mut times) in plans.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        let base = *first.get_or_insert(median);
        let (low, high) = (times[times.len() / 10], times[times.len() * 9 / 10]);
        println!("| {} | {median:.2} | {low:.2} to {high:.2} | {:.2} |", plan[0], median / base);
    }
    Ok(())
}

fn slurp(folder: &Path, buffer: &mut Vec<u8>) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            bytes += slurp(&entry.path(), buffer)?;
        } else {
            buffer.clear();
            bytes += fs::File::open(entry.path())?.read_to_end(buffer)? as u64;
        }
    }
    Ok(bytes)
}
