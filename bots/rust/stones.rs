//! A bot for Game of Stones. It plays any legal move; write `choose`, and it plays yours.
//!
//! It talks over standard input and output, or over TCP: ./bot HOST PORT
//! With SEED=7 in the environment it draws the same random numbers every time.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::ops::Index;

/// What your bot remembers from move to move.
struct Bot {
    dice: Dice,
}

impl Bot {
    /// Your bot: returns one of the moves. There is at least one.
    ///
    /// `position.state[y][x]` is 0 for an empty place, or a stack: `owner(stack)`, `height(stack)`
    /// and `kind(stack)` tell about it. You are `position.player`, `WHITE` or `BLACK`. To look
    /// ahead: `position.play(mv)` is the position after a move, `position.legal_moves()` what can
    /// be played there, `position.winner()` who has won in the end. A turn is two moves: look at
    /// `player`.
    /// Print with `eprintln!` and `dbg!`, which show up in agon's verdict and in its records:
    /// standard output belongs to the protocol.
    #[allow(unused_variables)] // until you look at the position
    fn choose(&mut self, position: &Position, moves: &[Move]) -> Move {
        *self.dice.pick(moves)
    }
}

// ---- The rules ----------------------------------------------------------------------------------

const WHITE: i32 = 1;
const BLACK: i32 = -1;
const KINDS: [i32; 3] = [1, 2, 3]; // A, B and C

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    x: usize,
    y: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Pass,
    Attack { start: Place, to: Place },
    Strengthen { start: Place, to: Place },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    First, // White's one attack; then a turn has two moves
    MustAttack,
    Free,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    state: [[i32; 9]; 9], // state[y][x]: owner * (height * 4 + kind); 0 is empty
    player: i32,          // whose turn it is: WHITE or BLACK
    phase: Phase,
}

fn owner(stack: i32) -> i32 {
    stack.signum()
}

fn height(stack: i32) -> i32 {
    stack.abs() / 4
}

fn kind(stack: i32) -> i32 {
    stack.abs() % 4
}

#[allow(dead_code)] // what only a bot that looks ahead needs
impl Position {
    fn at(&self, place: Place) -> i32 {
        self.state[place.y][place.x]
    }

    /// The player who has no stack left of one kind, if there is one.
    fn loser(&self) -> Option<i32> {
        let has = |player, k| {
            self.state
                .iter()
                .flatten()
                .any(|&s| owner(s) == player && kind(s) == k)
        };
        let has_lost = |player| KINDS.iter().any(|&kind| !has(player, kind));
        [WHITE, BLACK]
            .iter()
            .copied()
            .find(|&player| has_lost(player))
    }

    /// The first place with a stack along a line, unless the line ends before.
    fn first_stack(&self, start: Place, (right, down): (isize, isize)) -> Option<Place> {
        let Place { mut x, mut y } = start;
        loop {
            x = x.wrapping_add(right as usize);
            y = y.wrapping_add(down as usize);
            let on_board = x < 9 && y < 9 && x <= y + 4 && y <= x + 4;
            if !on_board || (x, y) == (4, 4) {
                return None; // the edge, or the hole in the middle
            }
            if self.state[y][x] != 0 {
                return Some(Place { x, y });
            }
        }
    }

    /// What can be played. Nothing: the game is over.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.loser().is_some() {
            return moves;
        }
        if self.phase == Phase::Free {
            moves.push(Move::Pass);
        }
        let places = (0..81).map(|square| Place {
            x: square % 9,
            y: square / 9,
        });
        for start in places.filter(|&place| owner(self.at(place)) == self.player) {
            // North, south, east, west, south-east, north-west.
            for &direction in &[(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1)] {
                moves.extend(
                    self.first_stack(start, direction)
                        .and_then(|to| self.between(start, to)),
                );
            }
        }
        moves
    }

    /// What a stack can do with the next one on its line.
    fn between(&self, start: Place, to: Place) -> Option<Move> {
        if owner(self.at(to)) == self.player {
            (self.phase == Phase::Free).then_some(Move::Strengthen { start, to })
        } else {
            (height(self.at(to)) <= height(self.at(start))).then_some(Move::Attack { start, to })
        }
    }

    /// The position after a move.
    fn play(&self, mv: Move) -> Position {
        let mut after = self.clone();
        match mv {
            Move::Pass => {}
            Move::Attack { start, to } => {
                after.state[to.y][to.x] = self.at(start);
                after.state[start.y][start.x] = 0;
            }
            Move::Strengthen { start, to } => {
                after.state[to.y][to.x] = self.at(start) + height(self.at(to)) * 4 * self.player;
                after.state[start.y][start.x] = 0;
            }
        }
        if self.phase == Phase::MustAttack {
            after.phase = Phase::Free;
        } else {
            after.player = -self.player;
            after.phase = Phase::MustAttack;
        }
        after
    }

    /// Who has won when the game is over: `WHITE` or `BLACK`.
    fn winner(&self) -> i32 {
        -self.loser().unwrap_or(self.player) // who must attack and cannot has lost, too
    }
}

// ---- The protocol, docs/protocols/stones.md: you need not touch what is below -------------------

fn read_state(state: &Json) -> [[i32; 9]; 9] {
    let mut cells = [[0; 9]; 9];
    for (y, row) in cells.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = state[y][x].as_i64().expect("a cell of the board") as i32;
        }
    }
    cells
}

fn answer(mv: Move) -> String {
    let (kind, start, to) = match mv {
        Move::Pass => return r#"{"Type":0,"From":null,"To":null}"#.to_string(),
        Move::Attack { start, to } => (1, start, to),
        Move::Strengthen { start, to } => (2, start, to),
    };
    let location = |place: Place| format!(r#"{{"X":{},"Y":{}}}"#, place.x, place.y);
    format!(
        r#"{{"Type":{},"From":{},"To":{}}}"#,
        kind,
        location(start),
        location(to)
    )
}

fn converse(arena: &mut Arena, bot: &mut Bot) {
    let mut me = WHITE;
    let mut first = false;
    while let Some(message) = arena.receive() {
        match &message["Color"] {
            Json::Null => {}
            Json::Text(colour) => me = colour.parse().expect("a colour"), // stones-quoted
            colour => me = colour.as_i64().expect("a colour") as i32,
        }
        first |= message["Color"] != Json::Null && me == WHITE;
        if let Json::List(allowed) = &message["AllowedMoves"] {
            let phase = match allowed.len() {
                _ if first => Phase::First,
                1 => Phase::MustAttack,
                _ => Phase::Free,
            };
            first = false;
            let state = read_state(&message["Board"]["state"]);
            let position = Position {
                state,
                player: me,
                phase,
            };
            arena.send(answer(bot.choose(&position, &position.legal_moves())));
        } // anything else is a move that was made: the next request brings the whole board
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
