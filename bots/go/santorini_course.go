// A bot for Santorini as the course speaks it. It plays any legal turn; write choose, and it plays
// yours.
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
	"syscall"
	"time"
)

const name = "mybot" // letters a to z

// choose is your bot: it returns one of the moves. There is at least one.
//
// position.Heights[y][x] is 0 to 4 (a dome); position.Workers[player] are the places of a player's
// two workers. You are player 0, the opponent is 1. X grows east, Y grows south. To look ahead:
// position.play(move) is the position after a move, position.legalMoves() what can be played
// there, position.winner() who has won in the end.
// fmt.Println shows up in agon's verdict and in its records.
func choose(position Position, moves []Move) Move {
	return moves[dice.Intn(len(moves))]
}

// choosePlace says where your next worker begins: on one of the places. workers[player] are those
// on the board so far.
func choosePlace(workers [2][]Place, places []Place) Place {
	return places[dice.Intn(len(places))]
}

// ---- The rules ----------------------------------------------------------------------------------

type Place struct{ X, Y int }

type Move struct {
	Worker int   // 0 or 1: the first or the second one
	To     Place // where it steps
	Build  Place // where it builds, unless it wins
	Wins   bool  // a step onto level 3 wins, and comes without a build
}

type Position struct {
	Heights [][]int     // Heights[y][x]: 0 to 4
	Workers [2][2]Place // Workers[player]: where the first and the second worker stand
	Player  int         // whose turn it is: 0 (you) or 1
	Won     bool        // the other one has just stepped onto level 3
}

func (p Position) height(place Place) int {
	return p.Heights[place.Y][place.X]
}

// neighbours gives the places around one where nobody stands and no dome is.
func (p Position) neighbours(place Place) []Place {
	var places []Place
	for y := place.Y - 1; y <= place.Y+1; y++ {
		for x := place.X - 1; x <= place.X+1; x++ {
			if p.isFree(Place{x, y}) {
				places = append(places, Place{x, y})
			}
		}
	}
	return places
}

func (p Position) isFree(place Place) bool {
	size := len(p.Heights)
	if place.X < 0 || place.X >= size || place.Y < 0 || place.Y >= size || p.height(place) == 4 {
		return false
	}
	for _, workers := range p.Workers {
		if place == workers[0] || place == workers[1] {
			return false
		}
	}
	return true
}

// legalMoves gives what can be played. Nothing: the player has lost.
func (p Position) legalMoves() []Move {
	var moves []Move
	if p.Won {
		return moves
	}
	for number, start := range p.Workers[p.Player] {
		for _, to := range p.neighbours(start) {
			if p.height(to) > p.height(start)+1 {
				continue
			}
			if p.height(to) == 3 {
				moves = append(moves, Move{Worker: number, To: to, Wins: true})
				continue
			}
			stepped := p // a copy; the place just left is free in it
			stepped.Workers[p.Player][number] = to
			for _, build := range stepped.neighbours(to) {
				moves = append(moves, Move{Worker: number, To: to, Build: build})
			}
		}
	}
	return moves
}

// play gives the position after a move.
func (p Position) play(move Move) Position {
	after := p
	after.Workers[p.Player][move.Worker] = move.To
	after.Player, after.Won = 1-p.Player, move.Wins
	after.Heights = make([][]int, len(p.Heights))
	for y, row := range p.Heights {
		after.Heights[y] = append([]int(nil), row...)
	}
	if !move.Wins {
		after.Heights[move.Build.Y][move.Build.X]++
	}
	return after
}

// winner gives who has won when the game is over: 0 (you) or 1.
func (p Position) winner() int {
	return 1 - p.Player
}

// ---- The protocol, docs/protocols/santorini-course.md: you need not touch what is below ---------

var (
	eastWest   = []string{"WEST", "PUT", "EAST"}
	northSouth = []string{"NORTH", "PUT", "SOUTH"}
)

func direction(start, to Place) []string {
	return []string{eastWest[to.X-start.X+1], northSouth[to.Y-start.Y+1]}
}

// readBoard reads cells that are a height, or a height, an owner and a number: "1ann2".
func readBoard(board [][]json.RawMessage, me string) Position {
	position := Position{Heights: make([][]int, len(board))}
	for y, row := range board {
		for x, text := range row {
			var cell string
			if json.Unmarshal(text, &cell) != nil {
				cell = string(text)
			}
			position.Heights[y] = append(position.Heights[y], int(cell[0]-'0'))
			if last := len(cell) - 1; last > 0 {
				position.Workers[side(cell[1:last], me)][cell[last]-'1'] = Place{x, y}
			}
		}
	}
	return position
}

func side(player, me string) int {
	if player == me {
		return 0
	}
	return 1
}

// freePlaces gives the places where nobody stands yet. Nobody tells how large the board is: 0 to 4
// fits every one.
func freePlaces(workers [2][]Place) []Place {
	taken := map[Place]bool{}
	for _, places := range workers {
		for _, place := range places {
			taken[place] = true
		}
	}
	var places []Place
	for y := 0; y < 5; y++ {
		for x := 0; x < 5; x++ {
			if !taken[Place{x, y}] {
				places = append(places, Place{x, y})
			}
		}
	}
	return places
}

func answerPlace(placed [][]json.RawMessage, me string) any {
	var workers [2][]Place
	for _, entry := range placed { // those placed so far: ["ann1", 1, 1]
		var worker string
		var place Place
		mustRead(entry[0], &worker)
		mustRead(entry[1], &place.X)
		mustRead(entry[2], &place.Y)
		player := side(worker[:len(worker)-1], me)
		workers[player] = append(workers[player], place)
	}
	place := choosePlace(workers, freePlaces(workers))
	return []int{place.X, place.Y}
}

func answerTurn(board [][]json.RawMessage, me string) any {
	position := readBoard(board, me)
	move := choose(position, position.legalMoves())
	start := position.Workers[0][move.Worker]
	turn := append([]string{me + strconv.Itoa(move.Worker+1)}, direction(start, move.To)...)
	if !move.Wins {
		turn = append(turn, direction(move.To, move.Build)...)
	}
	return turn
}

func converse(arena Arena) {
	me := name
	arena.send(me)
	for text := arena.receive(); text != nil; text = arena.receive() {
		var words []string
		var lists [][]json.RawMessage
		switch {
		case json.Unmarshal(text, &lists) == nil: // a request, or the list of all results
			if len(lists) == 0 || len(lists[0]) == 3 && lists[0][1][0] != '"' {
				arena.send(answerPlace(lists, me))
			} else if len(lists[0]) > 3 {
				arena.send(answerTurn(lists, me))
			}
		case json.Unmarshal(text, &words) == nil && words[0] == "playing-as":
			me = words[1]
		} // anything else is the name of the opponent: a game begins
	}
}

func mustRead(text json.RawMessage, value any) {
	if err := json.Unmarshal(text, value); err != nil {
		log.Fatalf("%s: %v", text, err)
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
