// Reversi: plays the first legal move. For the test of entries.
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let board, me;

function turns(row, column) {
    for (const down of [-1, 0, 1]) for (const right of [-1, 0, 1]) {
        let r = row + down, c = column + right, count = 0;
        for (; board[r]?.[c] === 1 - me; count++) r += down, c += right;
        if (count > 0 && board[r]?.[c] === me) return true;
    }
    return false;
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.next_turn === undefined) return; // the version
    if (message.board) ({ board, you: me } = message);
    for (const [row, column] of message.changed ?? []) board[row][column] = message.by;
    if (message.game_status || message.next_turn !== me) return;
    for (let row = 0; row < 8; row++) for (let column = 0; column < 8; column++)
        if (board[row][column] === -1 && turns(row, column)) return send({ placed: [row, column] });
});
