# A bot for Santorini. It plays any legal turn; write choose, and it plays yours.
#
# It talks over standard input and output, or over TCP: ruby FILE HOST PORT
# With SEED=7 in the environment it draws the same random numbers every time.
require "json"
require "socket"

NAME = "mybot" # letters a to z

# Your bot: returns one of the moves. There is at least one; each has .worker, .to and .build.
#
# position.heights[y][x] is 0 to 4 (a dome); position.workers[player] are the places [x, y] of a
# player's two workers. You are player 0, the opponent is 1. x grows east, y grows south. To look
# ahead: play(position, move) is the position after a move, legal_moves(position) what can be
# played there, winner(position) who has won in the end.
# puts and p show up in agon's verdict and in its records; binding.irb works over TCP.
def choose(position, moves)
  moves.sample
end

# Where your next worker begins: one of the places. workers are those on the board so far.
def choose_place(workers, places)
  places.sample
end

# ---- The rules -----------------------------------------------------------------------------------

# heights[y][x]: 0 to 4; workers[player]: where the first and the second worker stand, as [x, y];
# player: whose turn it is, 0 (you) or 1; won: the other one has just stepped onto level 3.
Position = Struct.new(:heights, :workers, :player, :won)

# worker: 0 or 1, the first or the second one; to: [x, y]; build: [x, y], or nil for a step onto
# level 3, which wins.
Move = Struct.new(:worker, :to, :build)

# The workers after a step of one of them.
def moved(workers, player, number, place)
  after = workers.map(&:dup)
  after[player][number] = place
  after
end

# The places around one where nobody stands and no dome is.
def neighbours(heights, workers, place)
  around = place.map { |i| [i - 1, i, i + 1].select { |n| n.between?(0, heights.size - 1) } }
  around[0].product(around[1]).select { |x, y| heights[y][x] < 4 } - workers[0] - workers[1]
end

# What can be played. An empty list: the player has lost.
def legal_moves(position)
  heights, workers, player, won = *position
  return [] if won

  [0, 1].flat_map do |number|
    x, y = workers[player][number]
    neighbours(heights, workers, [x, y]).flat_map do |to|
      level = heights[to[1]][to[0]]
      next [] if level > heights[y][x] + 1
      next [Move.new(number, to, nil)] if level == 3

      builds = neighbours(heights, moved(workers, player, number, to), to)
      builds.map { |build| Move.new(number, to, build) }
    end
  end
end

# The position after a move.
def play(position, move)
  heights = position.heights.map(&:dup)
  workers = moved(position.workers, position.player, move.worker, move.to)
  heights[move.build[1]][move.build[0]] += 1 if move.build
  Position.new(heights, workers, 1 - position.player, move.build.nil?)
end

# Who has won when the game is over: 0 (you) or 1.
def winner(position)
  1 - position.player
end

# ---- The protocol, docs/protocols/santorini.md: you need not touch what is below -----------------

EAST_WEST = %w[PUT EAST WEST] # by 0, 1, -1
NORTH_SOUTH = %w[PUT SOUTH NORTH]

def direction(start, to)
  [EAST_WEST[to[0] - start[0]], NORTH_SOUTH[to[1] - start[1]]]
end

# The cells of a board are a height, or a height, an owner and a number: "1ann2".
def read_board(board, me)
  workers = [[nil, nil], [nil, nil]]
  board.each_with_index do |row, y|
    row.each_with_index do |cell, x|
      workers[cell[1..-2] == me ? 0 : 1][cell[-1].to_i - 1] = [x, y] if cell.is_a?(String)
    end
  end
  heights = board.map { |row| row.map { |cell| cell.to_s[0].to_i } }
  Position.new(heights, workers, 0, false)
end

# Nobody tells yet how large the board is: 0 to 4 fits every one.
def free_places(workers)
  [*0..4].product([*0..4]) - workers[0] - workers[1]
end

def answer_place(placed, me)
  mine, theirs = placed.partition { |worker| worker[:player] == me }
  workers = [mine, theirs].map { |list| list.map { |worker| worker.values_at(:x, :y) } }
  ["place", *choose_place(workers, free_places(workers))]
end

def answer_turn(board, me)
  position = read_board(board, me)
  worker, to, build = *choose(position, legal_moves(position))
  start = position.workers[0][worker]
  step = ["move", { player: me, id: worker + 1 }, direction(start, to)]
  build ? [step, ["build", direction(to, build)]] : [step]
end

def converse(arena)
  me = NAME
  arena.write(["join", me])
  while (message = arena.read)
    case message
    in "OK" then next # you have the name that you asked for
    in ["place", placed, *] then answer = answer_place(placed, me)
    in ["turn", board, *] then answer = answer_turn(board, me)
    in ["name", me, *] then answer = "OK"
    in [String, *] then answer = "OK" # new_game, over, tournament_finished
    end
    arena.write(answer)
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
