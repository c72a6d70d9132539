// Reversi: plays the last legal move. For the test of entries. The numbers of a message are taken in
// their order, since Java has no JSON of its own.
import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Main {
    static int me = -2;
    static int[][] board = new int[8][8];

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            if (line.contains("\"board\"")) {
                int[] cells = numbers(part(line, "board", "]]"));
                for (int i = 0; i < 64; i++) board[i / 8][i % 8] = cells[i];
                me = numbers(part(line, "you", "}"))[0];
            } else if (line.contains("\"changed\"")) {
                int[] squares = numbers(part(line, "changed", "]]"));
                int by = numbers(part(line, "by", ","))[0];
                for (int i = 0; i + 1 < squares.length; i += 2) board[squares[i]][squares[i + 1]] = by;
                if (numbers(part(line, "game_status", "}"))[0] != 0) return;
            } else {
                continue;
            }
            if (numbers(part(line, "next_turn", ","))[0] == me) move();
        }
    }

    // What stands behind a key, up to an end.
    static String part(String line, String key, String end) {
        int at = line.indexOf("\"" + key + "\"") + key.length() + 2;
        int to = line.indexOf(end, at);
        return line.substring(at, to < 0 ? line.length() : to);
    }

    static int[] numbers(String text) {
        return java.util.regex.Pattern.compile("-?\\d+").matcher(text).results()
            .mapToInt(found -> Integer.parseInt(found.group())).toArray();
    }

    static boolean turns(int row, int column) {
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                int r = row + down, c = column + right, count = 0;
                for (; at(r, c) == 1 - me; count++) { r += down; c += right; }
                if (count > 0 && at(r, c) == me) return true;
            }
        return false;
    }

    static int at(int row, int column) {
        return row < 0 || row > 7 || column < 0 || column > 7 ? -9 : board[row][column];
    }

    static void move() {
        for (int i = 63; i >= 0; i--)
            if (board[i / 8][i % 8] == -1 && turns(i / 8, i % 8)) {
                System.out.println("{\"placed\":[" + i / 8 + "," + i % 8 + "]}");
                System.out.flush();
                return;
            }
    }
}
