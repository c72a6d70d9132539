// A bot for Game of Stones. It plays any legal move; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: ./bot HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
#include <array>
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

const int WHITE = 1, BLACK = -1;
const int A = 1, B = 2, C = 3; // kinds of stacks
enum Type { PASS, ATTACK, STRENGTHEN };
enum Phase { FIRST, MUST_ATTACK, FREE }; // White's first turn is one attack

struct Position {
    std::array<std::array<int, 9>, 9> state; // [y][x]: owner * (height * 4 + kind); 0 is empty
    int player;                              // whose turn it is: WHITE or BLACK
    Phase phase;
};

struct Place {
    int x, y;
};

struct Move {
    Type type;
    Place from, to; // a pass has neither
};

int owner(int stack);                                    // WHITE, BLACK, or 0 if there is none
int height(int stack);                                   // 1 or more
int kind(int stack);                                     // A, B or C
std::vector<Move> legal_moves(const Position &position); // none: the game is over
Position play(Position position, Move move);             // the position after a move
int winner(const Position &position);                    // when it is over: WHITE or BLACK

// Your bot: returns one of the moves. There is at least one. You are position.player.
//
// To look ahead, play(position, moves[0]) is the position after a move, and so on. A turn is two
// moves, so the next one may be yours again: look at `player`.
// std::cout shows up in agon's verdict and in its records; gdb works over TCP.
Move choose(const Position &position, const std::vector<Move> &moves)
{
    (void)position;
    return moves[chance() % moves.size()];
}

// ---- The rules ----------------------------------------------------------------------------------

int owner(int stack)
{
    return (stack > 0) - (stack < 0);
}

int height(int stack)
{
    return std::abs(stack) / 4;
}

int kind(int stack)
{
    return std::abs(stack) % 4;
}

bool is_place(Place at)
{
    bool inside = at.x >= 0 && at.y >= 0 && at.x < 9 && at.y < 9 && std::abs(at.x - at.y) <= 4;
    return inside && !(at.x == 4 && at.y == 4); // the hole in the middle
}

// The player who has no stack left of one kind, or 0.
int loser(const Position &p)
{
    bool has[3][4] = {}; // [owner + 1][kind]
    for (const auto &row : p.state)
        for (int stack : row)
            has[owner(stack) + 1][kind(stack)] = true;
    for (int player : {WHITE, BLACK})
        if (!has[player + 1][A] || !has[player + 1][B] || !has[player + 1][C])
            return player;
    return 0;
}

// The first place with a stack along a line; no place if the line ends before.
Place first_stack(const Position &p, Place at, Place step)
{
    do
        at = {at.x + step.x, at.y + step.y};
    while (is_place(at) && p.state[at.y][at.x] == 0);
    return at;
}

std::vector<Move> legal_moves(const Position &p)
{
    static const Place steps[] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
    std::vector<Move> moves;
    if (loser(p))
        return moves;
    if (p.phase == FREE)
        moves.push_back({PASS, {}, {}});
    for (int i = 0; i < 81; i++) {
        Place from = {i % 9, i / 9};
        int stack = p.state[from.y][from.x];
        for (Place step : steps) {
            Place to = first_stack(p, from, step);
            if (owner(stack) != p.player || !is_place(to))
                continue;
            int target = p.state[to.y][to.x];
            Type type = owner(target) == p.player ? STRENGTHEN : ATTACK;
            if (type == ATTACK ? height(target) <= height(stack) : p.phase == FREE)
                moves.push_back({type, from, to});
        }
    }
    return moves;
}

Position play(Position p, Move m)
{
    if (m.type != PASS) {
        int &from = p.state[m.from.y][m.from.x], &to = p.state[m.to.y][m.to.x];
        to = m.type == ATTACK ? from : from + p.player * 4 * height(to);
        from = 0;
    }
    if (p.phase != MUST_ATTACK)
        p.player = -p.player;
    p.phase = p.phase == MUST_ATTACK ? FREE : MUST_ATTACK;
    return p;
}

// Who must attack and cannot has lost, too.
int winner(const Position &p)
{
    return loser(p) ? -loser(p) : -p.player;
}

// ---- The protocol, docs/protocols/stones.md: you need not touch what is below -------------------

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
int me;
bool first;

void greet()
{
    // This protocol has no names.
}

std::string location(Place at)
{
    return "{\"X\":" + std::to_string(at.x) + ",\"Y\":" + std::to_string(at.y) + "}";
}

void receive(const Json &message)
{
    if (message.get("Color"))
        me = message.number("Color"), first = me == WHITE;
    const Json *board = message.get("Board");
    if (!board)
        return; // a move that was made: the next request brings the whole board
    const Json *state = board->get("state");
    for (int i = 0; i < 81; i++)
        position.state[i / 9][i % 9] = state->items.at(i / 9).items.at(i % 9).number();
    bool attack_only = message.get("AllowedMoves")->items.size() == 1;
    position.phase = first ? FIRST : attack_only ? MUST_ATTACK : FREE;
    position.player = me;
    first = false;
    Move m = choose(position, legal_moves(position));
    if (m.type == PASS)
        send("{\"Type\":0,\"From\":null,\"To\":null}");
    else
        send("{\"Type\":" + std::to_string(m.type) + ",\"From\":" + location(m.from) +
            ",\"To\":" + location(m.to) + "}");
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
