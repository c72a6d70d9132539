//! A bot for Reversi. It plays any legal move; write `choose`, and it plays yours.
//!
//! It talks over standard input and output, or over TCP: ./bot HOST PORT
//! With SEED=7 in the environment it draws the same random numbers every time.
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::ops::Index;

const NAME: &str = "mybot";

/// What your bot remembers from move to move.
struct Bot {
    dice: Dice,
}

impl Bot {
    /// Your bot: returns one of the moves. There is at least one.
    ///
    /// `position.board[row][column]` is `None`, or the player (0 or 1) whose stone lies there. You
    /// are `position.player`. To look ahead: `position.play(mv)` is the position after a move,
    /// `position.legal_moves()` what can be played there, `position.winner()` who has won in the
    /// end.
    /// Print with `eprintln!` and `dbg!`, which show up in agon's verdict and in its records:
    /// standard output belongs to the protocol.
    #[allow(unused_variables)] // until you look at the position
    fn choose(&mut self, position: &Position, moves: &[Move]) -> Move {
        *self.dice.pick(moves)
    }
}

// ---- The rules ----------------------------------------------------------------------------------

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Move {
    row: usize,
    column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    board: Vec<Vec<Option<usize>>>,
    player: usize, // whose turn it is: 0 or 1
}

#[allow(dead_code)] // what only a bot that looks ahead needs
impl Position {
    /// The stones that a stone of the player on this square turns over.
    fn turned(&self, mv: Move) -> Vec<Move> {
        let mut stones = Vec::new();
        let directions = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        for (down, right) in directions.filter(|&direction| direction != (0, 0)) {
            let mut line = Vec::new();
            let mut at = self.step(mv, down, right);
            while let Some(square) = at {
                match self.board[square.row][square.column] {
                    Some(owner) if owner == self.player => {
                        stones.append(&mut line);
                        break;
                    }
                    Some(_) => line.push(square),
                    None => break,
                }
                at = self.step(square, down, right);
            }
        }
        stones
    }

    /// The neighbour of a square; `None` behind the edge.
    fn step(&self, from: Move, down: isize, right: isize) -> Option<Move> {
        let row = from.row.wrapping_add(down as usize);
        let column = from.column.wrapping_add(right as usize);
        let size = self.board.len();
        (row < size && column < size).then_some(Move { row, column })
    }

    /// What can be played. Nothing: the game is over.
    fn legal_moves(&self) -> Vec<Move> {
        let size = self.board.len();
        (0..size * size)
            .map(|square| (square / size, square % size))
            .map(|(row, column)| Move { row, column })
            .filter(|&mv| self.board[mv.row][mv.column].is_none() && !self.turned(mv).is_empty())
            .collect()
    }

    /// The position after a move. A player who cannot move is skipped.
    fn play(&self, mv: Move) -> Position {
        let mut after = self.clone();
        for stone in self.turned(mv).into_iter().chain(Some(mv)) {
            after.board[stone.row][stone.column] = Some(self.player);
        }
        after.player = 1 - self.player;
        if after.legal_moves().is_empty() {
            after.player = self.player;
        }
        after
    }

    /// Who has more stones when the game is over; `None` is a draw.
    fn winner(&self) -> Option<usize> {
        let cells = || self.board.iter().flatten();
        let stones = [0, 1].map(|player| cells().filter(|&&cell| cell == Some(player)).count());
        (0..2).find(|&player| stones[player] > stones[1 - player])
    }
}

// ---- The protocol, docs/protocols/hgp.md: you need not touch what is below ----------------------

fn converse(arena: &mut Arena, bot: &mut Bot) {
    arena.send(format!(r#"{{"name":"{}"}}"#, NAME));
    let mut position = Position {
        board: Vec::new(),
        player: 0,
    };
    while let Some(message) = arena.receive() {
        if let Json::List(rows) = &message["board"] {
            // Once, at the start.
            let cells = |row: &Json| row.items().iter().map(Json::as_usize).collect();
            position.board = rows.iter().map(cells).collect();
            position.player = message["you"].as_usize().expect("you are player 0 or 1");
        }
        for square in message["changed"].items() {
            // Somebody has moved.
            if let (Some(row), Some(column)) = (square[0].as_usize(), square[1].as_usize()) {
                position.board[row][column] = message["by"].as_usize();
            }
        }
        // After your own move it is your turn again if the opponent cannot move.
        let over = message["game_status"].as_i64().unwrap_or(0) != 0;
        if message["next_turn"].as_usize() == Some(position.player) && !over {
            let mv = bot.choose(&position, &position.legal_moves());
            arena.send(format!(r#"{{"placed":[{},{}]}}"#, mv.row, mv.column));
        }
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
