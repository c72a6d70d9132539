// Reversi: an honest bot in Java that plays random legal moves. The protocol: docs/protocols/hgp.md
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Reversi {
    private static final Pattern PAIR = Pattern.compile("\\[(\\d),(\\d)\\]");
    private static final Pattern NUMBER = Pattern.compile("-?\\d");
    private final int[][] board = new int[8][8];
    private final Random random = new Random();
    private int me = -1;

    private int at(int row, int column) {
        return row < 0 || row > 7 || column < 0 || column > 7 ? -1 : board[row][column];
    }

    private boolean isLegal(int row, int column) {
        for (int d = 0; d < 9 && board[row][column] == -1; d++) {
            int down = d / 3 - 1, right = d % 3 - 1, n = 1;
            while (d != 4 && at(row + n * down, column + n * right) == 1 - me)
                n++;
            if (n > 1 && at(row + n * down, column + n * right) == me)
                return true;
        }
        return false;
    }

    private void move() {
        List<Integer> legal = new ArrayList<>();
        for (int i = 0; i < 64; i++)
            if (isLegal(i / 8, i % 8))
                legal.add(i);
        int i = legal.get(random.nextInt(legal.size()));
        System.out.println("{\"placed\":[" + i / 8 + "," + i % 8 + "]}");
    }

    private static int number(String message, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":(-?\\d+)").matcher(message);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    private void read(String message) {
        if (!message.contains("next_turn"))
            return;
        if (message.startsWith("{\"board\"")) {
            Matcher numbers = NUMBER.matcher(message.substring(8, message.indexOf("]]")));
            for (int i = 0; i < 64 && numbers.find(); i++)
                board[i / 8][i % 8] = Integer.parseInt(numbers.group());
            me = number(message, "you");
        } else {
            Matcher pairs = PAIR.matcher(message);
            while (pairs.find())
                board[Integer.parseInt(pairs.group(1))][Integer.parseInt(pairs.group(2))] =
                    number(message, "by");
        }
        if (number(message, "next_turn") == me && number(message, "game_status") == 0)
            move();
    }

    public static void main(String[] words) throws IOException {
        Reversi bot = new Reversi();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;)
            bot.read(line);
    }
}
