// A bot for Santorini as the course speaks it. It plays any legal turn; write choose(), and it
// plays yours.
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
    static final String NAME = "mybot"; // letters a to z

    /**
     * Your bot: returns one of the moves. There is at least one.
     *
     * position.heights()[y][x] is 0 to 4 (a dome); position.workers()[player] are the places of a
     * player's two workers. You are player 0, the opponent is 1. x grows east, y grows south. To
     * look ahead: position.play(move) is the position after a move, position.legalMoves() what can
     * be played there, position.winner() who has won in the end.
     * System.out.println() shows up in agon's verdict and in its records.
     */
    static Move choose(Position position, List<Move> moves) throws Exception {
        return moves.get(dice.nextInt(moves.size()));
    }

    /** Where your next worker begins: one of the places. workers[player] are those there so far. */
    static Place choosePlace(Place[][] workers, List<Place> places) throws Exception {
        return places.get(dice.nextInt(places.size()));
    }

    // ---- The rules ------------------------------------------------------------------------------

    record Place(int x, int y) {}

    /**
     * worker: 0 or 1, the first or the second one; build: null for a step onto level 3, which wins.
     */
    record Move(int worker, Place to, Place build) {}

    /**
     * heights[y][x]: 0 to 4; workers[player]: where the first and the second worker stand; player:
     * whose turn it is, 0 (you) or 1; won: the other one has just stepped onto level 3. The arrays
     * of a position never change: play() copies them.
     */
    record Position(int[][] heights, Place[][] workers, int player, boolean won) {
        int height(Place place) {
            return heights[place.y][place.x];
        }

        /** Nobody stands there, and no dome does. */
        boolean isFree(Place place) {
            int size = heights.length;
            if (place.x < 0 || place.x >= size || place.y < 0 || place.y >= size) {
                return false;
            }
            return height(place) < 4
                    && !List.of(workers[0]).contains(place)
                    && !List.of(workers[1]).contains(place);
        }

        /** The free places around one. */
        List<Place> neighbours(Place place) {
            List<Place> places = new ArrayList<>();
            for (int y = place.y - 1; y <= place.y + 1; y++) {
                for (int x = place.x - 1; x <= place.x + 1; x++) {
                    if (isFree(new Place(x, y))) {
                        places.add(new Place(x, y));
                    }
                }
            }
            return places;
        }

        /** What can be played. An empty list: the player has lost. */
        List<Move> legalMoves() {
            List<Move> moves = new ArrayList<>();
            for (int worker = 0; worker < 2 && !won; worker++) {
                Place start = workers[player][worker];
                for (Place to : neighbours(start)) {
                    if (height(to) > height(start) + 1) {
                        continue;
                    }
                    if (height(to) == 3) {
                        moves.add(new Move(worker, to, null));
                        continue;
                    }
                    for (Place build : stepped(worker, to).neighbours(to)) {
                        moves.add(new Move(worker, to, build));
                    }
                }
            }
            return moves;
        }

        /** The same with a worker on another place. */
        private Position stepped(int worker, Place to) {
            Place[][] after = {workers[0].clone(), workers[1].clone()};
            after[player][worker] = to;
            return new Position(heights, after, player, won);
        }

        /** The position after a move. */
        Position play(Move move) {
            int[][] after = heights.clone();
            if (move.build != null) {
                after[move.build.y] = after[move.build.y].clone();
                after[move.build.y][move.build.x]++;
            }
            Place[][] places = stepped(move.worker, move.to).workers;
            return new Position(after, places, 1 - player, move.build == null);
        }

        /** Who has won when the game is over: 0 (you) or 1. */
        int winner() {
            return 1 - player;
        }
    }

    // ---- The protocol, docs/protocols/santorini-course.md: you need not touch what is below -----

    static String direction(Place start, Place to) {
        String eastWest = List.of("WEST", "PUT", "EAST").get(to.x - start.x + 1);
        String northSouth = List.of("NORTH", "PUT", "SOUTH").get(to.y - start.y + 1);
        return "\"" + eastWest + "\",\"" + northSouth + "\"";
    }

    /** The cells of a board are a height, or a height, an owner and a number: "1ann2". */
    static Position readBoard(Json board, String me) {
        int size = board.items().size();
        int[][] heights = new int[size][size];
        Place[][] workers = new Place[2][2];
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                Json cell = board.get(y).get(x);
                if (!cell.isText()) {
                    heights[y][x] = cell.number();
                    continue;
                }
                String text = cell.text();
                int last = text.length() - 1;
                int player = text.substring(1, last).equals(me) ? 0 : 1;
                heights[y][x] = text.charAt(0) - '0';
                workers[player][text.charAt(last) - '1'] = new Place(x, y);
            }
        }
        return new Position(heights, workers, 0, false);
    }

    /** Nobody tells yet how large the board is: 0 to 4 fits every one. */
    static Place place(List<Place> mine, List<Place> theirs) throws Exception {
        List<Place> places = new ArrayList<>();
        for (int y = 0; y < 5; y++) {
            for (int x = 0; x < 5; x++) {
                places.add(new Place(x, y));
            }
        }
        places.removeAll(mine);
        places.removeAll(theirs);
        Place[][] workers = {mine.toArray(new Place[0]), theirs.toArray(new Place[0])};
        return choosePlace(workers, places);
    }

    static void answerPlace(Arena arena, Json placed, String me) throws Exception {
        List<Place> mine = new ArrayList<>();
        List<Place> theirs = new ArrayList<>();
        for (Json worker : placed.items()) { // for example ["ann1", 1, 1]
            String name = worker.get(0).text();
            boolean isMine = name.substring(0, name.length() - 1).equals(me);
            Place place = new Place(worker.get(1).number(), worker.get(2).number());
            (isMine ? mine : theirs).add(place);
        }
        Place place = place(mine, theirs);
        arena.send("[%d,%d]", place.x, place.y);
    }

    static void answerTurn(Arena arena, Json board, String me) throws Exception {
        Position position = readBoard(board, me);
        Move move = choose(position, position.legalMoves());
        String step = direction(position.workers[0][move.worker], move.to);
        String build = move.build == null ? "" : "," + direction(move.to, move.build);
        arena.send("['%s%d',%s%s]", me, move.worker + 1, step, build);
    }

    static void converse(Arena arena) throws Exception {
        String me = NAME;
        arena.send("'%s'", me);
        for (Json message = arena.receive(); message != null; message = arena.receive()) {
            if (message.isText()) {
                continue; // the name of the opponent: a game begins
            }
            List<Json> items = message.items();
            Json head = items.isEmpty() ? null : items.get(0);
            if (head != null && head.isText()) { // ["playing-as", name]
                me = items.get(1).text();
            } else if (head == null || head.items().size() == 3 && !head.get(1).isText()) {
                answerPlace(arena, message, me);
            } else if (head.items().size() > 3) { // rows of cells
                answerTurn(arena, message, me);
            } // anything else is the list of all results: the contest is over
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
