// A bot for Reversi. It plays any legal move; write choose(), and it plays yours.
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
    static final String NAME = "mybot";

    /**
     * Your bot: returns one of the moves. There is at least one.
     *
     * position.board()[row][column] is EMPTY, or the player (0 or 1) whose stone lies there. You
     * are position.player(). To look ahead: position.play(move) is the position after a move,
     * position.legalMoves() what can be played there, position.winner() who has won in the end.
     * System.out.println() shows up in agon's verdict and in its records.
     */
    static Move choose(Position position, List<Move> moves) throws Exception {
        return moves.get(dice.nextInt(moves.size()));
    }

    // ---- The rules ------------------------------------------------------------------------------

    static final int EMPTY = -1;

    record Move(int row, int column) {}

    /** player: whose turn it is, 0 or 1. The board never changes: play() copies it. */
    record Position(int[][] board, int player) {
        /** What lies on a square. Behind the edge nothing does. */
        int at(int row, int column) {
            int size = board.length;
            boolean onBoard = row >= 0 && row < size && column >= 0 && column < size;
            return onBoard ? board[row][column] : EMPTY;
        }

        /** The stones that a stone of the player on this square turns over. */
        List<Move> turned(Move move) {
            List<Move> stones = new ArrayList<>();
            for (int down = -1; down <= 1; down++) {
                for (int right = -1; right <= 1; right++) {
                    if (down == 0 && right == 0) {
                        continue;
                    }
                    List<Move> line = new ArrayList<>();
                    int row = move.row + down;
                    int column = move.column + right;
                    while (at(row, column) == 1 - player) {
                        line.add(new Move(row, column));
                        row += down;
                        column += right;
                    }
                    if (at(row, column) == player) { // not the edge, not an empty square
                        stones.addAll(line);
                    }
                }
            }
            return stones;
        }

        /** What can be played. An empty list: the game is over. */
        List<Move> legalMoves() {
            List<Move> moves = new ArrayList<>();
            for (int row = 0; row < board.length; row++) {
                for (int column = 0; column < board.length; column++) {
                    Move move = new Move(row, column);
                    if (board[row][column] == EMPTY && !turned(move).isEmpty()) {
                        moves.add(move);
                    }
                }
            }
            return moves;
        }

        /** The position after a move. A player who cannot move is skipped. */
        Position play(Move move) {
            int[][] after = copy(board);
            after[move.row][move.column] = player;
            for (Move stone : turned(move)) {
                after[stone.row][stone.column] = player;
            }
            Position next = new Position(after, 1 - player);
            return next.legalMoves().isEmpty() ? new Position(after, player) : next;
        }

        /** Who has more stones when the game is over: 0, 1, or EMPTY for a draw. */
        int winner() {
            int[] stones = {0, 0};
            for (int[] row : board) {
                for (int cell : row) {
                    if (cell != EMPTY) {
                        stones[cell]++;
                    }
                }
            }
            return stones[0] > stones[1] ? 0 : stones[1] > stones[0] ? 1 : EMPTY;
        }
    }

    static int[][] copy(int[][] board) {
        int[][] rows = board.clone();
        for (int row = 0; row < rows.length; row++) {
            rows[row] = board[row].clone();
        }
        return rows;
    }

    // ---- The protocol, docs/protocols/hgp.md: you need not touch what is below ------------------

    static void converse(Arena arena) throws Exception {
        arena.send("{'name':'%s'}", NAME);
        int[][] board = {};
        int me = EMPTY;
        for (Json message = arena.receive(); message != null; message = arena.receive()) {
            if (!message.has("next_turn")) {
                continue; // the version
            }
            if (message.has("board")) { // once, at the start
                board = message.get("board").grid();
                me = message.get("you").number();
            }
            if (message.has("changed")) { // somebody has moved
                for (int[] square : message.get("changed").grid()) {
                    board[square[0]][square[1]] = message.get("by").number();
                }
            }
            boolean over = message.has("game_status") && message.get("game_status").number() != 0;
            // After your own move it is your turn again if the opponent cannot move.
            if (message.get("next_turn").number() == me && !over) {
                Position position = new Position(copy(board), me);
                Move move = choose(position, position.legalMoves());
                arena.send("{'placed':[%d,%d]}", move.row, move.column);
            }
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
