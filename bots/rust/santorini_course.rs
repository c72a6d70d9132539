//! A bot for Santorini as the course speaks it. It plays any legal turn; write `choose`, and it
//! plays yours.
//!
//! It talks over standard input and output, or over TCP: ./bot HOST PORT
//! With SEED=7 in the environment it draws the same random numbers every time.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::ops::Index;

const NAME: &str = "mybot"; // letters a to z

/// What your bot remembers from move to move.
struct Bot {
    dice: Dice,
}

impl Bot {
    /// Your bot: returns one of the moves. There is at least one.
    ///
    /// `position.heights[y][x]` is 0 to 4 (a dome); `position.workers[player]` are the places of a
    /// player's two workers. You are player 0, the opponent is 1. x grows east, y grows south. To
    /// look ahead: `position.play(mv)` is the position after a move, `position.legal_moves()` what
    /// can be played there, `position.winner()` who has won in the end.
    /// Print with `eprintln!` and `dbg!`, which show up in agon's verdict and in its records:
    /// standard output belongs to the protocol.
    #[allow(unused_variables)] // until you look at the position
    fn choose(&mut self, position: &Position, moves: &[Move]) -> Move {
        *self.dice.pick(moves)
    }

    /// Where your next worker begins: one of the places. `workers[player]` are those there so far.
    #[allow(unused_variables)] // until you look at the workers
    fn choose_place(&mut self, workers: &[Vec<Place>; 2], places: &[Place]) -> Place {
        *self.dice.pick(places)
    }
}

// ---- The rules ----------------------------------------------------------------------------------

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Place {
    x: usize,
    y: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Move {
    worker: usize, // 0 or 1: the first or the second one
    to: Place,
    build: Option<Place>, // none for a step onto level 3, which wins
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    heights: Vec<Vec<u8>>,    // heights[y][x]: 0 to 4
    workers: [[Place; 2]; 2], // workers[player]: where the first and the second worker stand
    player: usize,            // whose turn it is: 0 (you) or 1
    won: bool,                // the other one has just stepped onto level 3
}

#[allow(dead_code)] // what only a bot that looks ahead needs
impl Position {
    fn height(&self, place: Place) -> u8 {
        self.heights[place.y][place.x]
    }

    /// The places around one where nobody stands and no dome is.
    fn neighbours(&self, place: Place) -> Vec<Place> {
        let around = |at: usize| at.saturating_sub(1)..(at + 2).min(self.heights.len());
        let occupied = |place| self.workers.iter().flatten().any(|&worker| worker == place);
        around(place.y)
            .flat_map(|y| around(place.x).map(move |x| Place { x, y }))
            .filter(|&place| self.height(place) < 4 && !occupied(place))
            .collect()
    }

    /// What can be played. Nothing: the player has lost.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.won {
            return moves;
        }
        for (worker, &start) in self.workers[self.player].iter().enumerate() {
            for to in self.neighbours(start) {
                match self.height(to) {
                    level if level > self.height(start) + 1 => {}
                    3 => moves.push(Move {
                        worker,
                        to,
                        build: None,
                    }),
                    _ => {
                        let mut stepped = self.clone(); // the place just left is free in it
                        stepped.workers[self.player][worker] = to;
                        let builds = stepped.neighbours(to).into_iter().map(Some);
                        moves.extend(builds.map(|build| Move { worker, to, build }));
                    }
                }
            }
        }
        moves
    }

    /// The position after a move.
    fn play(&self, mv: Move) -> Position {
        let mut after = self.clone();
        after.workers[self.player][mv.worker] = mv.to;
        if let Some(Place { x, y }) = mv.build {
            after.heights[y][x] += 1;
        }
        after.won = mv.build.is_none();
        after.player = 1 - self.player;
        after
    }

    /// Who has won when the game is over: 0 (you) or 1.
    fn winner(&self) -> usize {
        1 - self.player
    }
}

// ---- The protocol, docs/protocols/santorini-course.md: you need not touch what is below ---------

/// A direction as the protocol writes it, without the brackets.
fn direction(start: Place, to: Place) -> String {
    let east_west = ["WEST", "PUT", "EAST"][to.x + 1 - start.x];
    let north_south = ["NORTH", "PUT", "SOUTH"][to.y + 1 - start.y];
    format!(r#""{}","{}""#, east_west, north_south)
}

/// The cells of a board are a height, or a height, an owner and a number: "1ann2".
fn read_board(board: &Json, me: &str) -> Position {
    let mut heights = Vec::new();
    let mut workers = [[Place::default(); 2]; 2];
    for (y, row) in board.items().iter().enumerate() {
        heights.push(Vec::new());
        for (x, cell) in row.items().iter().enumerate() {
            if let Some(text) = cell.as_str() {
                let (owner, number) = text[1..].split_at(text.len() - 2);
                let player = if owner == me { 0 } else { 1 };
                workers[player][if number == "1" { 0 } else { 1 }] = Place { x, y };
                heights[y].push(text.as_bytes()[0] - b'0');
            } else {
                heights[y].push(cell.as_usize().expect("a height") as u8);
            }
        }
    }
    Position {
        heights,
        workers,
        player: 0,
        won: false,
    }
}

/// Nobody tells yet how large the board is: 0 to 4 fits every one.
fn free_places(workers: &[Vec<Place>; 2]) -> Vec<Place> {
    let places = (0..25).map(|square| Place {
        x: square % 5,
        y: square / 5,
    });
    let occupied = |place| workers.iter().flatten().any(|&worker| worker == place);
    places.filter(|&place| !occupied(place)).collect()
}

fn answer_place(placed: &[Json], me: &str, bot: &mut Bot) -> String {
    let mut workers = [Vec::new(), Vec::new()];
    for worker in placed {
        // For example ["ann1", 1, 1].
        let name = worker[0].as_str().expect("a worker");
        let player = if &name[..name.len() - 1] == me { 0 } else { 1 };
        let x = worker[1].as_usize().expect("x");
        let y = worker[2].as_usize().expect("y");
        workers[player].push(Place { x, y });
    }
    let place = bot.choose_place(&workers, &free_places(&workers));
    format!("[{},{}]", place.x, place.y)
}

fn answer_turn(board: &Json, me: &str, bot: &mut Bot) -> String {
    let position = read_board(board, me);
    let mv = bot.choose(&position, &position.legal_moves());
    let step = direction(position.workers[0][mv.worker], mv.to);
    let step = format!(r#""{}{}",{}"#, me, mv.worker + 1, step);
    match mv.build {
        Some(build) => format!("[{},{}]", step, direction(mv.to, build)),
        None => format!("[{}]", step),
    }
}

fn converse(arena: &mut Arena, bot: &mut Bot) {
    let mut me = NAME.to_string();
    arena.send(format!(r#""{}""#, me));
    while let Some(message) = arena.receive() {
        let items = match &message {
            Json::List(items) => items,
            _ => continue, // the name of the opponent: a game begins
        };
        let first = message[0].items();
        if message[0].as_str() == Some("playing-as") {
            me = message[1].as_str().expect("a name").to_string();
        } else if items.is_empty() || first.len() == 3 && first[1].as_usize().is_some() {
            arena.send(answer_place(items, &me, bot));
        } else if first.len() > 3 {
            arena.send(answer_turn(&message, &me, bot));
        } // anything else is the list of all results: the contest is over
    }
}

// ---- The connection: the same in all kits of this language --------------------------------------

fn main() {
    let mut arena = Arena::connect().unwrap_or_else(|error| {
        eprintln!("cannot connect: {}", error);
        std::process::exit(1);
    });
    converse(&mut arena, &mut Bot { dice: Dice::new() });
}

/// The other end: it sends a JSON value a line.
struct Arena {
    incoming: Box<dyn BufRead>,
    outgoing: Box<dyn Write>,
}

impl Arena {
    fn connect() -> io::Result<Arena> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        if arguments.len() < 2 {
            let incoming = Box::new(BufReader::new(io::stdin()));
            return Ok(Arena {
                incoming,
                outgoing: Box::new(io::stdout()),
            });
        }
        let port: u16 = arguments[1].parse().expect("PORT is a number");
        let stream = TcpStream::connect((arguments[0].as_str(), port))?;
        stream.set_nodelay(true)?;
        let incoming = Box::new(BufReader::new(stream.try_clone()?));
        let mut arena = Arena {
            incoming,
            outgoing: Box::new(stream),
        };
        if let Ok(token) = std::env::var("AGON_TOKEN") {
            // A door that asks for tokens reads it before anything else.
            arena.send(format!(r#"{{"token":"{}"}}"#, token));
        }
        Ok(arena)
    }

    fn send(&mut self, message: String) {
        let sent = self.outgoing.write_all((message + "\n").as_bytes());
        if sent.and_then(|()| self.outgoing.flush()).is_err() {
            std::process::exit(0); // the arena has left
        }
    }

    /// The next message, or `None` when the arena has left.
    fn receive(&mut self) -> Option<Json> {
        let mut line = String::new();
        while line.trim().is_empty() {
            line.clear();
            if self.incoming.read_line(&mut line).ok()? == 0 {
                return None;
            }
        }
        Some(Json::parse(&line).unwrap_or_else(|| panic!("not JSON: {}", line)))
    }
}

/// Random numbers (SplitMix64), which the standard library does not have.
struct Dice(u64);

impl Dice {
    fn new() -> Dice {
        let drawn = || RandomState::new().build_hasher().finish();
        Dice(std::env::var("SEED").map_or_else(|_| drawn(), |seed| seed.parse().unwrap_or(0)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[(self.next() % list.len() as u64) as usize]
    }
}

/// A JSON value. `value["key"]` and `value[0]` are `Null` where there is no such thing.
#[derive(Clone, Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

#[allow(dead_code)] // no bot needs all of them
impl Json {
    fn parse(text: &str) -> Option<Json> {
        let mut rest = text.trim_start();
        let value = Json::value(&mut rest)?;
        rest.is_empty().then_some(value)
    }

    fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    fn as_str(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    fn as_i64(&self) -> Option<i64> {
        match self {
            Json::Number(number) if number.fract() == 0.0 => Some(*number as i64),
            _ => None,
        }
    }

    /// An integer from 0 on.
    fn as_usize(&self) -> Option<usize> {
        self.as_i64()
            .filter(|&number| number >= 0)
            .map(|number| number as usize)
    }

    /// Reads one value, and takes it and the white space behind it off the rest of the text.
    fn value(rest: &mut &str) -> Option<Json> {
        let value = match rest.chars().next()? {
            '{' => Json::Object(Json::sequence(rest, '}', |rest| {
                let key = Json::string(rest)?;
                *rest = rest.trim_start().strip_prefix(':')?.trim_start();
                Some((key, Json::value(rest)?))
            })?),
            '[' => Json::List(Json::sequence(rest, ']', Json::value)?),
            '"' => Json::Text(Json::string(rest)?),
            _ => Json::word(rest)?,
        };
        *rest = rest.trim_start();
        Some(value)
    }

    /// What stands between two brackets, separated by commas.
    fn sequence<T>(
        rest: &mut &str,
        close: char,
        item: fn(&mut &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut items = Vec::new();
        *rest = rest[1..].trim_start();
        if let Some(behind) = rest.strip_prefix(close) {
            *rest = behind;
            return Some(items);
        }
        loop {
            items.push(item(rest)?);
            if let Some(behind) = rest.strip_prefix(close) {
                *rest = behind;
                return Some(items);
            }
            *rest = rest.strip_prefix(',')?.trim_start();
        }
    }

    /// A number, true, false or null.
    fn word(rest: &mut &str) -> Option<Json> {
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c));
        let (word, behind) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
        *rest = behind;
        match word {
            "null" => Some(Json::Null),
            "true" => Some(Json::Bool(true)),
            "false" => Some(Json::Bool(false)),
            _ if word
                .trim_start_matches('-')
                .starts_with(|c: char| c.is_ascii_digit()) =>
            {
                word.parse().ok().map(Json::Number)
            }
            _ => None,
        }
    }

    fn string(rest: &mut &str) -> Option<String> {
        let mut text = String::new();
        let mut letters = rest.strip_prefix('"')?.chars();
        loop {
            match letters.next()? {
                '"' => break,
                '\\' => text.push(match letters.next()? {
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => Json::escaped(&mut letters)?,
                    letter if "\"\\/".contains(letter) => letter,
                    _ => return None,
                }),
                letter if letter < ' ' => return None,
                letter => text.push(letter),
            }
        }
        *rest = letters.as_str();
        Some(text)
    }

    /// What stands behind \u: one letter, in one or two units of UTF-16.
    fn escaped(letters: &mut std::str::Chars) -> Option<char> {
        let unit = |letters: &mut std::str::Chars| {
            (0..4).try_fold(0, |unit, _| {
                Some(unit * 16 + letters.next()?.to_digit(16)? as u16)
            })
        };
        let mut units = vec![unit(letters)?];
        if (0xd800..0xdc00).contains(&units[0]) && letters.as_str().starts_with("\\u") {
            letters.nth(1);
            units.push(unit(letters)?);
        }
        String::from_utf16(&units).ok()?.chars().next()
    }
}

impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, key: &str) -> &Json {
        match self {
            Json::Object(pairs) => pairs
                .iter()
                .find(|pair| pair.0 == key)
                .map_or(&Json::Null, |pair| &pair.1),
            _ => &Json::Null,
        }
    }
}

impl Index<usize> for Json {
    type Output = Json;

    fn index(&self, at: usize) -> &Json {
        self.items().get(at).unwrap_or(&Json::Null)
    }
}
