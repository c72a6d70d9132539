# A bot for Game of Stones. It plays any legal move; write choose, and it plays yours.
#
# It talks over standard input and output, or over TCP: ruby FILE HOST PORT
# With SEED=7 in the environment it draws the same random numbers every time.
require "json"
require "socket"

# Your bot: returns one of the moves. There is at least one; each has .type, .start and .to.
#
# position.state[y][x] is 0 for an empty place, or a stack: owner(stack), height(stack) and
# kind(stack) tell about it. You are position.player, WHITE or BLACK. To look ahead:
# play(position, move) is the position after a move, legal_moves(position) what can be played
# there, winner(position) who has won in the end. A turn is two moves: look at .player.
# puts and p show up in agon's verdict and in its records; binding.irb works over TCP.
def choose(position, moves)
  moves.sample
end

# ---- The rules -----------------------------------------------------------------------------------

WHITE, BLACK = 1, -1
A, B, C = 1, 2, 3 # kinds of stacks
PASS, ATTACK, STRENGTHEN = 0, 1, 2 # types of moves
DIRECTIONS = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, 1], [-1, -1]] # N, S, E, W, SE, NW as [x, y]

# state[y][x]: owner * (height * 4 + kind), 0 is empty; player: whose turn it is, WHITE or BLACK;
# phase: :first (White's one attack), then two moves a turn, :must_attack and :free.
Position = Struct.new(:state, :player, :phase)

# type: PASS, ATTACK or STRENGTHEN; start and to: [x, y], or nil for a pass.
Move = Struct.new(:type, :start, :to)

def owner(stack) = stack <=> 0
def height(stack) = stack.abs / 4
def kind(stack) = stack.abs % 4

# The hole in the middle is no place.
def place?(x, y)
  x.between?(0, 8) && y.between?(0, 8) && (x - y).abs <= 4 && [x, y] != [4, 4]
end

# The player who has no stack left of one kind, or nil.
def loser(position)
  stacks = position.state.flatten.uniq.map { |stack| [owner(stack), kind(stack)] }
  [WHITE, BLACK].find { |player| [A, B, C].any? { |kind| !stacks.include?([player, kind]) } }
end

# The first place with a stack along a line, or nil if the line ends before.
def first_stack(state, x, y, direction)
  loop do
    x, y = x + direction[0], y + direction[1]
    return nil unless place?(x, y)
    return [x, y] if state[y][x] != 0
  end
end

# What can be played. An empty list: the game is over.
def legal_moves(position)
  return [] if loser(position)

  moves = position.phase == :free ? [Move.new(PASS, nil, nil)] : []
  [*0..8].product([*0..8]).each do |x, y|
    next if owner(position.state[y][x]) != position.player

    targets = DIRECTIONS.filter_map { |direction| first_stack(position.state, x, y, direction) }
    targets.each do |to|
      type = move_type(position, [x, y], to)
      moves << Move.new(type, [x, y], to) if type
    end
  end
  moves
end

# What a stack does that goes from one place to another: ATTACK, STRENGTHEN, or nil.
def move_type(position, start, to)
  stack, target = [start, to].map { |x, y| position.state[y][x] }
  if owner(target) == position.player
    STRENGTHEN if position.phase == :free
  elsif height(target) <= height(stack)
    ATTACK
  end
end

# The position after a move.
def play(position, move)
  state = position.state.map(&:dup)
  if move.type != PASS
    (x, y), (to_x, to_y) = move.start, move.to
    added = move.type == STRENGTHEN ? height(state[to_y][to_x]) * 4 * position.player : 0
    state[to_y][to_x] = state[y][x] + added
    state[y][x] = 0
  end
  return Position.new(state, position.player, :free) if position.phase == :must_attack

  Position.new(state, -position.player, :must_attack)
end

# Who has won when the game is over: WHITE or BLACK.
def winner(position)
  -(loser(position) || position.player) # who must attack and cannot has lost, too
end

# ---- The protocol, docs/protocols/stones.md: you need not touch what is below --------------------

def location(place)
  place && { X: place[0], Y: place[1] }
end

def converse(arena)
  me, first = nil, false
  while (message = arena.read)
    case message
    in { Color: colour }
      me = colour.to_i # to_i also reads the "1" of stones-quoted
      first = me == WHITE
    in { Board: { state: }, AllowedMoves: allowed }
      phase = first ? :first : allowed.size > 1 ? :free : :must_attack
      first = false
      position = Position.new(state, me, phase)
      move = choose(position, legal_moves(position))
      arena.write({ Type: move.type, From: location(move.start), To: location(move.to) })
    else # a move that was made: the next request brings the whole board
    end
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
