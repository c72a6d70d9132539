// A bot for Reversi. It plays any legal move; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: ./bot HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <netdb.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

std::mt19937 chance; // of random numbers

const std::string NAME = "mybot";

const int EMPTY = -1;

struct Position {
    std::vector<std::vector<int>>
        board;  // [row][column]: EMPTY, or the player (0 or 1) of the stone
    int player; // whose turn it is: 0 or 1
};

struct Move {
    int row, column;
};

std::vector<Move> legal_moves(const Position &position); // none: the game is over
Position play(Position position, Move move);             // the position after a move
int winner(const Position &position); // when it is over: 0, 1, or EMPTY for a draw

// Your bot: returns one of the moves. There is at least one. You are position.player.
//
// To look ahead, play(position, moves[0]) is the position after a move, and so on.
// std::cout shows up in agon's verdict and in its records; gdb works over TCP.
Move choose(const Position &position, const std::vector<Move> &moves)
{
    (void)position;
    return moves[chance() % moves.size()];
}

// ---- The rules ----------------------------------------------------------------------------------

int cell(const Position &p, int row, int column) // EMPTY beyond the edge
{
    int size = static_cast<int>(p.board.size());
    bool inside = row >= 0 && column >= 0 && row < size && column < size;
    return inside ? p.board[row][column] : EMPTY;
}

// The stones that a stone of the player on this square turns over.
std::vector<Move> turned(const Position &p, Move m)
{
    std::vector<Move> stones;
    for (int d = 0; d < 9; d++) {
        int down = d / 3 - 1, right = d % 3 - 1, n = 1; // 4, in the middle, leads nowhere
        while (d != 4 && cell(p, m.row + n * down, m.column + n * right) == 1 - p.player)
            n++;
        if (cell(p, m.row + n * down, m.column + n * right) == p.player)
            while (--n > 0)
                stones.push_back({m.row + n * down, m.column + n * right});
    }
    return stones;
}

std::vector<Move> legal_moves(const Position &position)
{
    std::vector<Move> moves;
    int size = static_cast<int>(position.board.size());
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (position.board[row][column] == EMPTY && !turned(position, {row, column}).empty())
                moves.push_back({row, column});
    return moves;
}

// A player who cannot move is skipped.
Position play(Position position, Move move)
{
    for (Move stone : turned(position, move))
        position.board[stone.row][stone.column] = position.player;
    position.board[move.row][move.column] = position.player;
    position.player = 1 - position.player;
    if (legal_moves(position).empty())
        position.player = 1 - position.player;
    return position;
}

int winner(const Position &position)
{
    int count[2] = {0, 0};
    for (const auto &row : position.board)
        for (int stone : row)
            if (stone != EMPTY)
                count[stone]++;
    return count[0] > count[1] ? 0 : count[1] > count[0] ? 1 : EMPTY;
}

// ---- The protocol, docs/protocols/hgp.md: you need not touch what is below ----------------------

FILE *incoming, *outgoing; // from and to the arena

void send(const std::string &message)
{
    std::fprintf(outgoing, "%s\n", message.c_str());
    if (std::fflush(outgoing) != 0) // without it, the arena waits in vain
        std::exit(0);               // the arena has left
}

// A value of JSON: a list or an object has items, everything else has a text.
struct Json {
    std::string text;
    std::vector<std::string> keys; // of an object, one for each item
    std::vector<Json> items;

    int number() const
    {
        return std::atoi(text.c_str());
    }
    const Json *get(const std::string &key) const // nullptr if it is not there
    {
        for (size_t i = 0; i < keys.size(); i++)
            if (keys[i] == key)
                return &items[i];
        return nullptr;
    }
    int number(const std::string &key) const
    {
        return get(key) ? get(key)->number() : 0;
    }
};

void skip(const char *&s)
{
    s += std::strspn(s, " \t\r\n,:");
}

Json read_json(const char *&s)
{
    Json value;
    skip(s);
    const char *start = s;
    if (*s == '"') {
        for (s++; *s != '"' && *s != '\0'; s++)
            s += *s == '\\' && s[1] != '\0';
        value.text.assign(start + 1, s);
        s += *s != '\0';
    } else if (*s == '[' || *s == '{') {
        for (s++, skip(s); *s != ']' && *s != '}' && *s != '\0'; skip(s)) {
            if (*start == '{')
                value.keys.push_back(read_json(s).text);
            value.items.push_back(read_json(s));
        }
        s += *s != '\0';
    } else {
        s += std::strcspn(s, ",]} \t\r\n");
        value.text.assign(start, s);
    }
    return value;
}

Position position;
int me = EMPTY;

void greet()
{
    send("{\"name\":\"" + NAME + "\"}");
}

void receive(const Json &message)
{
    if (const Json *board = message.get("board")) { // once, at the start
        position.board.clear();
        for (const Json &row : board->items) {
            position.board.emplace_back();
            for (const Json &stone : row.items)
                position.board.back().push_back(stone.number());
        }
        me = message.number("you");
    }
    if (const Json *changed = message.get("changed")) // somebody has moved
        for (const Json &at : changed->items)
            position.board.at(at.items.at(0).number()).at(at.items.at(1).number()) =
                message.number("by");
    // After your own move it is your turn again if the opponent cannot move.
    if (message.get("next_turn") && message.number("next_turn") == me &&
        message.number("game_status") == 0) {
        position.player = me;
        Move m = choose(position, legal_moves(position));
        send("{\"placed\":[" + std::to_string(m.row) + "," + std::to_string(m.column) + "]}");
    }
}

// ---- The connection: the same in all kits of this language --------------------------------------

void connect_to(const char *host, const char *port)
{
    addrinfo want = {}, *list = nullptr;
    want.ai_socktype = SOCK_STREAM;
    int fd = -1;
    if (getaddrinfo(host, port, &want, &list) == 0) {
        for (addrinfo *a = list; a && fd < 0; a = a->ai_next) {
            fd = socket(a->ai_family, SOCK_STREAM, 0);
            if (connect(fd, a->ai_addr, a->ai_addrlen) != 0)
                close(fd), fd = -1;
        }
        freeaddrinfo(list);
    }
    if (fd < 0) {
        std::cerr << "cannot connect to " << host << " " << port << "\n";
        std::exit(1);
    }
    incoming = fdopen(fd, "r"), outgoing = fdopen(dup(fd), "w");
    if (const char *token = std::getenv("AGON_TOKEN")) // a door that asks for it reads it first
        send(std::string("{\"token\":\"") + token + "\"}");
}

// With -fsanitize=address in agon.yaml, an exception that nobody catches is shown with its line.
extern "C" const char *__asan_default_options()
{
    return "handle_abort=1";
}

int main(int argc, char **argv)
{
    char *line = nullptr;
    size_t room = 0;
    std::signal(SIGPIPE, SIG_IGN);
    const char *seed = std::getenv("SEED");
    chance.seed(seed ? static_cast<unsigned>(std::atoi(seed)) : std::random_device()());
    if (argc > 2) {
        connect_to(argv[1], argv[2]);
    } else { // the protocol has standard output, so std::cout writes to standard error
        incoming = stdin, outgoing = fdopen(dup(1), "w");
        dup2(2, 1);
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    greet();
    while (getline(&line, &room, incoming) > 0) {
        const char *s = line;
        if (line[std::strspn(line, " \t\r\n")] != '\0')
            receive(read_json(s));
    }
}
