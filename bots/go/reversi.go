// A bot for Reversi. It plays any legal move; write choose, and it plays yours.
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

const name = "mybot"

// choose is your bot: it returns one of the moves. There is at least one.
//
// position.Board[row][column] is Empty, or the player (0 or 1) whose stone lies there. You are
// position.Player. To look ahead: position.play(move) is the position after a move,
// position.legalMoves() what can be played there, position.winner() who has won in the end.
// fmt.Println shows up in agon's verdict and in its records.
func choose(position Position, moves []Move) Move {
	return moves[dice.Intn(len(moves))]
}

// ---- The rules ----------------------------------------------------------------------------------

const Empty = -1

type Move struct{ Row, Column int }

type Position struct {
	Board  [][]int // Board[row][column]: Empty, 0 or 1
	Player int     // whose turn it is: 0 or 1
}

// at is what lies on a square. Behind the edge nothing does.
func (p Position) at(row, column int) int {
	if row < 0 || row >= len(p.Board) || column < 0 || column >= len(p.Board) {
		return Empty
	}
	return p.Board[row][column]
}

// turned gives the stones that a stone of the player on this square turns over.
func (p Position) turned(move Move) []Move {
	var stones []Move
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			if down == 0 && right == 0 {
				continue
			}
			var line []Move
			row, column := move.Row+down, move.Column+right
			for p.at(row, column) == 1-p.Player {
				line = append(line, Move{row, column})
				row, column = row+down, column+right
			}
			if p.at(row, column) == p.Player { // not the edge, not an empty square
				stones = append(stones, line...)
			}
		}
	}
	return stones
}

// legalMoves gives what can be played. Nothing: the game is over.
func (p Position) legalMoves() []Move {
	var moves []Move
	for row := range p.Board {
		for column := range p.Board {
			move := Move{row, column}
			if p.Board[row][column] == Empty && len(p.turned(move)) > 0 {
				moves = append(moves, move)
			}
		}
	}
	return moves
}

// play gives the position after a move. A player who cannot move is skipped.
func (p Position) play(move Move) Position {
	after := Position{copied(p.Board), 1 - p.Player}
	for _, stone := range append(p.turned(move), move) {
		after.Board[stone.Row][stone.Column] = p.Player
	}
	if len(after.legalMoves()) == 0 {
		after.Player = p.Player
	}
	return after
}

// winner gives who has more stones when the game is over: 0, 1, or Empty for a draw.
func (p Position) winner() int {
	count := map[int]int{}
	for _, row := range p.Board {
		for _, cell := range row {
			count[cell]++
		}
	}
	switch {
	case count[0] > count[1]:
		return 0
	case count[1] > count[0]:
		return 1
	}
	return Empty
}

func copied(board [][]int) [][]int {
	rows := make([][]int, len(board))
	for row := range board {
		rows[row] = append([]int(nil), board[row]...)
	}
	return rows
}

// ---- The protocol, docs/protocols/hgp.md: you need not touch what is below ----------------------

func converse(arena Arena) {
	arena.send(map[string]string{"name": name})
	var board [][]int
	me := Empty
	for text := arena.receive(); text != nil; text = arena.receive() {
		var message struct {
			Board      [][]int `json:"board"`
			You        int     `json:"you"`
			Changed    [][]int `json:"changed"`
			By         int     `json:"by"`
			NextTurn   *int    `json:"next_turn"`
			GameStatus int     `json:"game_status"`
		}
		if json.Unmarshal(text, &message) != nil || message.NextTurn == nil {
			continue // the version
		}
		if message.Board != nil { // once, at the start
			board, me = message.Board, message.You
		}
		for _, square := range message.Changed { // somebody has moved
			board[square[0]][square[1]] = message.By
		}
		// After your own move it is your turn again if the opponent cannot move.
		if *message.NextTurn == me && message.GameStatus == 0 {
			position := Position{copied(board), me}
			move := choose(position, position.legalMoves())
			arena.send(map[string][2]int{"placed": {move.Row, move.Column}})
		}
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
