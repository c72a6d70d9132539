// A bot for Game of Stones. It plays any legal move; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: java Main HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

class Main {
    /**
     * Your bot: returns one of the moves. There is at least one.
     *
     * position.state()[y][x] is 0 for an empty place, or a stack: owner(stack), height(stack) and
     * kind(stack) tell about it. You are position.player(), WHITE or BLACK. To look ahead:
     * position.play(move) is the position after a move, position.legalMoves() what can be played
     * there, position.winner() who has won in the end. A turn is two moves: look at player().
     * System.out.println() shows up in agon's verdict and in its records.
     */
    static Move choose(Position position, List<Move> moves) throws Exception {
        return moves.get(dice.nextInt(moves.size()));
    }

    // ---- The rules ------------------------------------------------------------------------------

    static final int WHITE = 1, BLACK = -1;
    static final int A = 1, B = 2, C = 3; // kinds of stacks
    static final int PASS = 0, ATTACK = 1, STRENGTHEN = 2; // types of moves
    static final int[][] DIRECTIONS = { // N, S, E, W, SE, NW as x, y
        {0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}
    };

    /** White's one attack at the start; then a turn has two moves. */
    enum Phase { FIRST, MUST_ATTACK, FREE }

    record Place(int x, int y) {
        /** False outside the board and for the hole in the middle. */
        boolean exists() {
            boolean inside = x >= 0 && x < 9 && y >= 0 && y < 9 && Math.abs(x - y) <= 4;
            return inside && !(x == 4 && y == 4);
        }
    }

    /** start and to are null for a PASS. */
    record Move(int type, Place start, Place to) {}

    static int owner(int stack) {
        return Integer.signum(stack);
    }

    static int height(int stack) {
        return Math.abs(stack) / 4;
    }

    static int kind(int stack) {
        return Math.abs(stack) % 4;
    }

    /**
     * state[y][x]: owner * (height * 4 + kind), 0 is empty; player: whose turn it is. The state
     * never changes: play() copies it.
     */
    record Position(int[][] state, int player, Phase phase) {
        int at(Place place) {
            return state[place.y][place.x];
        }

        /** The player who has no stack left of one kind, or 0. */
        int loser() {
            boolean[][] seen = new boolean[3][4]; // by owner + 1 and kind
            for (int[] row : state) {
                for (int stack : row) {
                    seen[owner(stack) + 1][kind(stack)] = true;
                }
            }
            for (int player : new int[] {WHITE, BLACK}) {
                if (!seen[player + 1][A] || !seen[player + 1][B] || !seen[player + 1][C]) {
                    return player;
                }
            }
            return 0;
        }

        /** The first place with a stack along a line, or null if the line ends before. */
        Place firstStack(Place from, int[] direction) {
            Place place = from;
            do {
                place = new Place(place.x + direction[0], place.y + direction[1]);
            } while (place.exists() && at(place) == 0);
            return place.exists() ? place : null;
        }

        /** What can be played. An empty list: the game is over. */
        List<Move> legalMoves() {
            List<Move> moves = new ArrayList<>();
            if (loser() != 0) {
                return moves;
            }
            if (phase == Phase.FREE) {
                moves.add(new Move(PASS, null, null));
            }
            for (int y = 0; y < 9; y++) {
                for (int x = 0; x < 9; x++) {
                    if (owner(state[y][x]) == player) {
                        addMoves(new Place(x, y), moves);
                    }
                }
            }
            return moves;
        }

        private void addMoves(Place start, List<Move> moves) {
            for (int[] direction : DIRECTIONS) {
                Place to = firstStack(start, direction);
                if (to == null) {
                    continue;
                }
                if (owner(at(to)) != player && height(at(to)) <= height(at(start))) {
                    moves.add(new Move(ATTACK, start, to));
                } else if (owner(at(to)) == player && phase == Phase.FREE) {
                    moves.add(new Move(STRENGTHEN, start, to));
                }
            }
        }

        /** The position after a move. */
        Position play(Move move) {
            int[][] after = state.clone();
            if (move.type != PASS) {
                Place from = move.start;
                Place to = move.to;
                int added = move.type == STRENGTHEN ? height(at(to)) * 4 * player : 0;
                after[to.y] = after[to.y].clone();
                after[to.y][to.x] = at(from) + added;
                after[from.y] = after[from.y].clone();
                after[from.y][from.x] = 0;
            }
            return phase == Phase.MUST_ATTACK
                    ? new Position(after, player, Phase.FREE)
                    : new Position(after, -player, Phase.MUST_ATTACK);
        }

        /** Who has won when the game is over: WHITE or BLACK. */
        int winner() {
            return loser() != 0 ? -loser() : -player; // who must attack and cannot has lost, too
        }
    }

    // ---- The protocol, docs/protocols/stones.md: you need not touch what is below ---------------

    static String location(Place place) {
        return place == null ? "null" : "{\"X\":%d,\"Y\":%d}".formatted(place.x, place.y);
    }

    static void converse(Arena arena) throws Exception {
        int me = 0;
        boolean first = false;
        for (Json message = arena.receive(); message != null; message = arena.receive()) {
            if (message.has("Color")) {
                me = message.get("Color").number();
                first = me == WHITE;
            } else if (message.has("Board")) {
                boolean free = message.get("AllowedMoves").items().size() > 1;
                Phase phase = first ? Phase.FIRST : free ? Phase.FREE : Phase.MUST_ATTACK;
                first = false;
                int[][] state = message.get("Board").get("state").grid();
                Position position = new Position(state, me, phase);
                Move move = choose(position, position.legalMoves());
                String form = "{'Type':%d,'From':%s,'To':%s}";
                arena.send(form, move.type, location(move.start), location(move.to));
            } // anything else is a move that was made: the next request brings the whole board
        }
    }

    // ---- The connection: the same in all kits of this language ----------------------------------

    static final Random dice = new Random();

    public static void main(String[] arguments) throws Exception {
        String seed = System.getenv("SEED");
        if (seed != null) {
            dice.setSeed(seed.hashCode());
        }
        converse(new Arena(arguments));
    }

    /** The other end: it sends a JSON value a line. */
    static class Arena {
        private final BufferedReader incoming;
        private final OutputStream outgoing;

        Arena(String[] arguments) throws IOException {
            if (arguments.length < 2) { // the protocol has standard output: print to standard error
                incoming = reader(System.in);
                outgoing = System.out;
                System.setOut(System.err);
                return;
            }
            Socket socket = new Socket(arguments[0], Integer.parseInt(arguments[1]));
            socket.setTcpNoDelay(true);
            incoming = reader(socket.getInputStream());
            outgoing = socket.getOutputStream();
            String token = System.getenv("AGON_TOKEN");
            if (token != null) { // a door that asks for tokens reads it before anything else
                send("{'token':'%s'}", token);
            }
        }

        private static BufferedReader reader(InputStream stream) {
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        }

        /** Sends a message. Its form has ' in place of ", which is easier to read in Java. */
        void send(String form, Object... values) {
            String message = form.replace('\'', '"').formatted(values) + "\n";
            try {
                outgoing.write(message.getBytes(StandardCharsets.UTF_8));
                outgoing.flush(); // without it the arena waits in vain
            } catch (IOException e) { // the arena has left
                System.exit(0);
            }
        }

        /** The next message, or null when the arena has left. */
        Json receive() {
            try {
                String line = incoming.readLine();
                while (line != null && line.isBlank()) {
                    line = incoming.readLine();
                }
                return line == null ? null : new Json(new Parser(line).parse());
            } catch (IOException e) {
                return null;
            }
        }
    }

    /** A JSON value: a Map, a List, a String, a Double, a Boolean or null. */
    record Json(Object value) {
        boolean has(String key) {
            return value instanceof Map<?, ?> map && map.containsKey(key);
        }

        boolean isText() {
            return value instanceof String;
        }

        Json get(String key) {
            return new Json(((Map<?, ?>) value).get(key));
        }

        Json get(int index) {
            return new Json(((List<?>) value).get(index));
        }

        List<Json> items() {
            List<Json> items = new ArrayList<>();
            for (Object item : (List<?>) value) {
                items.add(new Json(item));
            }
            return items;
        }

        String text() {
            return (String) value;
        }

        /** An integer, which may stand in quotes. */
        int number() {
            return isText() ? Integer.parseInt(text()) : ((Double) value).intValue();
        }

        /** A list of lists of integers. */
        int[][] grid() {
            return items().stream()
                    .map(row -> row.items().stream().mapToInt(Json::number).toArray())
                    .toArray(int[][]::new);
        }
    }

    /** Reads JSON, which Java's standard library does not. */
    static class Parser {
        private final String text;
        private int at = 0;

        Parser(String text) {
            this.text = text;
        }

        Object parse() {
            Object value = value();
            if (at < text.length()) {
                throw wrong();
            }
            return value;
        }

        private Object value() {
            skip();
            Object value = switch (peek()) {
                case '{' -> object();
                case '[' -> list();
                case '"' -> string();
                default -> word();
            };
            skip();
            return value;
        }

        private Map<String, Object> object() {
            Map<String, Object> map = new HashMap<>();
            expect('{');
            skip();
            while (peek() != '}') {
                if (!map.isEmpty()) {
                    expect(',');
                    skip();
                }
                String key = string();
                skip();
                expect(':');
                map.put(key, value());
            }
            expect('}');
            return map;
        }

        private List<Object> list() {
            List<Object> items = new ArrayList<>();
            expect('[');
            skip();
            while (peek() != ']') {
                if (!items.isEmpty()) {
                    expect(',');
                }
                items.add(value());
            }
            expect(']');
            return items;
        }

        private String string() {
            StringBuilder letters = new StringBuilder();
            expect('"');
            while (peek() != '"') {
                char letter = next();
                letters.append(letter == '\\' ? escaped() : letter);
            }
            expect('"');
            return letters.toString();
        }

        private char escaped() {
            char letter = next();
            return switch (letter) {
                case '"', '\\', '/' -> letter;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> (char) Integer.parseInt("" + next() + next() + next() + next(), 16);
                default -> throw wrong();
            };
        }

        /** A number, true, false or null. */
        private Object word() {
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(start, at);
            return switch (word) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> Double.valueOf(word);
            };
        }

        private void skip() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private char peek() {
            if (at >= text.length()) {
                throw wrong();
            }
            return text.charAt(at);
        }

        private char next() {
            char letter = peek();
            at++;
            return letter;
        }

        private void expect(char letter) {
            if (next() != letter) {
                throw wrong();
            }
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("not JSON at letter " + at + ": " + text);
        }
    }
}
