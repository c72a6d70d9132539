// A bot for Game of Stones. It plays any legal move; write choose, and it plays yours.
//
// It talks over standard input and output, or over TCP: ./bot HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"math/rand"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// choose is your bot: it returns one of the moves. There is at least one.
//
// position.State[y][x] is 0 for an empty place, or a stack: owner(stack), height(stack) and
// kind(stack) tell about it. You are position.Player, White or Black. To look ahead:
// position.play(move) is the position after a move, position.legalMoves() what can be played
// there, position.winner() who has won in the end. A turn is two moves: look at Player.
// fmt.Println shows up in agon's verdict and in its records.
func choose(position Position, moves []Move) Move {
	return moves[dice.Intn(len(moves))]
}

// ---- The rules ----------------------------------------------------------------------------------

const White, Black = 1, -1
const A, B, C = 1, 2, 3                  // kinds of stacks
const Pass, Attack, Strengthen = 0, 1, 2 // types of moves
const First, MustAttack, Free = 0, 1, 2  // phases: White's one attack; then two moves a turn

type Place struct{ X, Y int }

type Move struct {
	Type      int // Pass, Attack or Strengthen
	Start, To Place
}

type Position struct {
	State  [9][9]int // State[y][x]: owner * (height * 4 + kind); 0 is empty
	Player int       // whose turn it is: White or Black
	Phase  int       // First, MustAttack or Free
}

var directions = []Place{{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}} // N, S, E, W, SE, NW

func owner(stack int) int {
	switch {
	case stack > 0:
		return White
	case stack < 0:
		return Black
	}
	return 0
}

func height(stack int) int { return stack * owner(stack) / 4 }
func kind(stack int) int   { return stack * owner(stack) % 4 }

func (p Position) at(place Place) int { return p.State[place.Y][place.X] }

// isPlace is false outside the board and for the hole in the middle.
func isPlace(x, y int) bool {
	return x >= 0 && x < 9 && y >= 0 && y < 9 && x-y <= 4 && y-x <= 4 && (x != 4 || y != 4)
}

// loser gives the player who has no stack left of one kind, or 0.
func (p Position) loser() int {
	stacks := map[[2]int]bool{}
	for _, row := range p.State {
		for _, stack := range row {
			stacks[[2]int{owner(stack), kind(stack)}] = true
		}
	}
	for _, player := range []int{White, Black} {
		for _, kind := range []int{A, B, C} {
			if !stacks[[2]int{player, kind}] {
				return player
			}
		}
	}
	return 0
}

// firstStack gives the first place with a stack along a line; false if the line ends before.
func (p Position) firstStack(from, direction Place) (Place, bool) {
	x, y := from.X+direction.X, from.Y+direction.Y
	for isPlace(x, y) {
		if p.State[y][x] != 0 {
			return Place{x, y}, true
		}
		x, y = x+direction.X, y+direction.Y
	}
	return Place{}, false
}

// legalMoves gives what can be played. Nothing: the game is over.
func (p Position) legalMoves() []Move {
	var moves []Move
	if p.loser() != 0 {
		return moves
	}
	if p.Phase == Free {
		moves = append(moves, Move{Type: Pass})
	}
	for y, row := range p.State {
		for x, stack := range row {
			if owner(stack) == p.Player {
				moves = append(moves, p.movesFrom(Place{x, y})...)
			}
		}
	}
	return moves
}

func (p Position) movesFrom(start Place) []Move {
	var moves []Move
	for _, direction := range directions {
		to, ok := p.firstStack(start, direction)
		switch {
		case !ok:
		case owner(p.at(to)) == p.Player:
			if p.Phase == Free {
				moves = append(moves, Move{Strengthen, start, to})
			}
		case height(p.at(to)) <= height(p.at(start)):
			moves = append(moves, Move{Attack, start, to})
		}
	}
	return moves
}

// play gives the position after a move.
func (p Position) play(move Move) Position {
	after := p
	if move.Type != Pass {
		stack := p.at(move.Start)
		if move.Type == Strengthen {
			stack += height(p.at(move.To)) * 4 * p.Player
		}
		after.State[move.Start.Y][move.Start.X] = 0
		after.State[move.To.Y][move.To.X] = stack
	}
	if p.Phase == MustAttack {
		after.Phase = Free
	} else {
		after.Player, after.Phase = -p.Player, MustAttack
	}
	return after
}

// winner gives who has won when the game is over: White or Black.
func (p Position) winner() int {
	if loser := p.loser(); loser != 0 {
		return -loser
	}
	return -p.Player // who must attack and cannot has lost, too
}

// ---- The protocol, docs/protocols/stones.md: you need not touch what is below -------------------

// Integer also reads the "1" of stones-quoted.
type Integer int

func (i *Integer) UnmarshalJSON(text []byte) error {
	number, err := strconv.Atoi(strings.Trim(string(text), `"`))
	*i = Integer(number)
	return err
}

type Answer struct {
	Type     int
	From, To *Place // null for a pass
}

func converse(arena Arena) {
	me, first := 0, false
	for text := arena.receive(); text != nil; text = arena.receive() {
		var message struct {
			Color        Integer
			Board        *struct{ State [9][9]int }
			AllowedMoves []Integer
		}
		if err := json.Unmarshal(text, &message); err != nil {
			log.Fatalf("%s: %v", text, err)
		}
		if message.Color != 0 {
			me = int(message.Color)
			first = me == White
		}
		if message.Board == nil {
			continue // a move that was made: the next request brings the whole board
		}
		position := Position{message.Board.State, me, MustAttack}
		if first {
			position.Phase = First
		} else if len(message.AllowedMoves) > 1 {
			position.Phase = Free
		}
		first = false
		move := choose(position, position.legalMoves())
		answer := Answer{Type: move.Type}
		if move.Type != Pass {
			answer.From, answer.To = &move.Start, &move.To
		}
		arena.send(answer)
	}
}

// ---- The connection: the same in all kits of this language --------------------------------------

func main() {
	log.SetFlags(0)
	converse(connect())
}

var dice = rand.New(rand.NewSource(seed()))

func seed() int64 {
	if text, ok := os.LookupEnv("SEED"); ok {
		number, _ := strconv.ParseInt(text, 10, 64)
		return number
	}
	return time.Now().UnixNano()
}

// Arena is the other end: it sends JSON values, a line each.
type Arena struct {
	incoming *json.Decoder
	outgoing io.Writer
}

func connect() Arena {
	signal.Ignore(syscall.SIGPIPE) // to write to an arena that has left is an error then
	if len(os.Args) < 3 {
		arena := Arena{json.NewDecoder(os.Stdin), os.Stdout}
		os.Stdout = os.Stderr // standard output is the protocol, so fmt.Println writes there
		return arena
	}
	connection, err := net.Dial("tcp", net.JoinHostPort(os.Args[1], os.Args[2]))
	if err != nil {
		log.Fatal(err)
	}
	arena := Arena{json.NewDecoder(connection), connection}
	if token, ok := os.LookupEnv("AGON_TOKEN"); ok {
		arena.send(map[string]string{"token": token}) // a door that asks for tokens reads it first
	}
	return arena
}

func (arena Arena) send(message any) {
	bytes, err := json.Marshal(message)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := arena.outgoing.Write(append(bytes, '\n')); err != nil {
		os.Exit(0) // the arena has left
	}
}

// receive gives the next message, or nil when the arena has left.
func (arena Arena) receive() json.RawMessage {
	var message json.RawMessage
	err := arena.incoming.Decode(&message)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		log.Fatal(err)
	}
	return message
}
