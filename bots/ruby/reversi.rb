# A bot for Reversi. It plays any legal move; write choose, and it plays yours.
#
# It talks over standard input and output, or over TCP: ruby FILE HOST PORT
# With SEED=7 in the environment it draws the same random numbers every time.
require "json"
require "socket"

NAME = "mybot"

# Your bot: returns one of the moves. There is at least one, and each is a [row, column].
#
# position.board[row][column] is EMPTY, or the player (0 or 1) whose stone lies there. You are
# position.player. To look ahead: play(position, move) is the position after a move,
# legal_moves(position) what can be played there, winner(position) who has won in the end.
# puts and p show up in agon's verdict and in its records; binding.irb works over TCP.
def choose(position, moves)
  moves.sample
end

# ---- The rules -----------------------------------------------------------------------------------

EMPTY = -1
DIRECTIONS = [-1, 0, 1].product([-1, 0, 1]) - [[0, 0]]

# board[row][column]: EMPTY, 0 or 1; player: whose turn it is, 0 or 1. It can be the key of a Hash.
Position = Struct.new(:board, :player)

# The stones that a stone of the player on this square turns over.
def turned(position, row, column)
  board, player = *position
  size = board.size
  DIRECTIONS.flat_map do |down, right|
    line = []
    r, c = row + down, column + right
    while r.between?(0, size - 1) && c.between?(0, size - 1) && board[r][c] == 1 - player
      line << [r, c]
      r, c = r + down, c + right
    end
    closed = r.between?(0, size - 1) && c.between?(0, size - 1) && board[r][c] == player
    closed ? line : []
  end
end

# What can be played. An empty list: the game is over.
def legal_moves(position)
  squares = [*0...position.board.size]
  squares.product(squares).select do |row, column|
    position.board[row][column] == EMPTY && turned(position, row, column).any?
  end
end

# The position after a move. A player who cannot move is skipped.
def play(position, move)
  board = position.board.map(&:dup)
  [move, *turned(position, *move)].each { |row, column| board[row][column] = position.player }
  after = Position.new(board, 1 - position.player)
  legal_moves(after).any? ? after : Position.new(board, position.player)
end

# Who has more stones when the game is over: 0, 1, or EMPTY for a draw.
def winner(position)
  stones = position.board.flatten
  [EMPTY, 0, 1][stones.count(0) <=> stones.count(1)]
end

# ---- The protocol, docs/protocols/hgp.md: you need not touch what is below -----------------------

def converse(arena)
  arena.write({ name: NAME })
  board, me = nil, nil
  while (message = arena.read)
    case message
    in { board:, you: me, next_turn: } # once, at the start
      status = 0
    in { changed:, by:, next_turn:, game_status: status } # somebody has moved
      changed.each { |row, column| board[row][column] = by }
    else # the version
      next
    end
    # After your own move it is your turn again if the opponent cannot move.
    next unless next_turn == me && status.zero?

    position = Position.new(board.map(&:dup), me)
    arena.write({ placed: choose(position, legal_moves(position)) })
  end
end

# ---- The connection: the same in all kits of this language ---------------------------------------

# The other end: it sends a JSON value a line.
class Arena
  def initialize(host = nil, port = nil)
    if port
      @incoming = @outgoing = TCPSocket.new(host, port)
      # A door that asks for tokens reads it before anything else.
      write({ token: ENV["AGON_TOKEN"] }) if ENV["AGON_TOKEN"]
    else # the protocol has standard input and output, so puts and p write to standard error
      @incoming, @outgoing = $stdin, $stdout
      $stdin, $stdout = File.open(File::NULL), $stderr
      Binding.define_method(:irb) { |**| abort "binding.irb needs a terminal: use HOST PORT" }
    end
  end

  def write(message)
    @outgoing.puts(JSON.generate(message))
    @outgoing.flush # without it the arena waits in vain
  rescue SystemCallError # the arena has left
    exit!(0)
  end

  # The next message, or nil when the arena has left.
  def read
    line = @incoming.gets
    line = @incoming.gets while line&.strip&.empty?
    line && JSON.parse(line, symbolize_names: true)
  rescue SystemCallError
    nil
  end
end

srand(ENV["SEED"].to_i) if ENV["SEED"]
converse(Arena.new(*ARGV))
