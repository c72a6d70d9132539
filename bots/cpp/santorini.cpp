// A bot for Santorini. It plays any legal turn; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: ./bot HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <netdb.h>
#include <optional>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

std::mt19937 chance; // of random numbers

const std::string NAME = "mybot"; // letters a to z

struct Place {
    int x, y; // x grows east, y grows south
    bool operator==(const Place &other) const
    {
        return x == other.x && y == other.y;
    }
};

struct Position {
    std::vector<std::vector<int>> heights; // [y][x]: 0 to 4, which is a dome
    Place workers[2][2];                   // [player][number]; you are player 0, the opponent is 1
    int player;                            // whose turn it is
    bool won;                              // the opponent has just stepped onto level 3
};

struct Move {
    int worker; // 0 or 1
    Place to;
    std::optional<Place> build; // none for a step onto level 3, which wins
};

std::vector<Move> legal_moves(const Position &position); // none: the game is over
Position play(Position position, const Move &move);      // the position after a move
int winner(const Position &position);                    // when it is over: 0 (you) or 1

// Your bot: returns one of the moves. There is at least one.
//
// To look ahead, play(position, moves[0]) is the position after a move, and so on.
// std::cout shows up in agon's verdict and in its records; gdb works over TCP.
Move choose(const Position &position, const std::vector<Move> &moves)
{
    (void)position;
    return moves[chance() % moves.size()];
}

// Where your next worker begins: one of the places. `workers` are those on the board so far.
Place choose_place(const std::vector<Place> &workers, const std::vector<Place> &places)
{
    (void)workers;
    return places[chance() % places.size()];
}

// ---- The rules ----------------------------------------------------------------------------------

int level(const Position &p, Place at)
{
    return p.heights[at.y][at.x];
}

// The places around one where nobody stands and no dome is.
std::vector<Place> neighbours(const Position &p, Place at)
{
    std::vector<Place> places;
    int size = static_cast<int>(p.heights.size());
    for (int y = std::max(at.y - 1, 0); y <= std::min(at.y + 1, size - 1); y++)
        for (int x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, size - 1); x++) {
            bool taken = false;
            for (const auto &workers : p.workers)
                for (Place worker : workers)
                    taken = taken || worker == Place{x, y};
            if (!taken && p.heights[y][x] < 4)
                places.push_back({x, y});
        }
    return places;
}

std::vector<Move> legal_moves(const Position &p)
{
    std::vector<Move> moves;
    if (p.won)
        return moves;
    for (int worker : {0, 1}) {
        Place from = p.workers[p.player][worker];
        for (Place to : neighbours(p, from)) {
            if (level(p, to) > level(p, from) + 1)
                continue;
            if (level(p, to) == 3) {
                moves.push_back({worker, to, {}});
                continue;
            }
            Position after = p; // where it stood can be built on
            after.workers[p.player][worker] = to;
            for (Place build : neighbours(after, to))
                moves.push_back({worker, to, build});
        }
    }
    return moves;
}

Position play(Position p, const Move &m)
{
    p.workers[p.player][m.worker] = m.to;
    if (m.build)
        p.heights[m.build->y][m.build->x]++;
    p.player = 1 - p.player;
    p.won = !m.build;
    return p;
}

int winner(const Position &p)
{
    return 1 - p.player;
}

// ---- The protocol, docs/protocols/santorini.md: you need not touch what is below ----------------

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

std::string me = NAME;

// East-west comes first, then north-south: "EAST","PUT"
std::string direction(Place from, Place to)
{
    std::string east_west = to.x < from.x ? "WEST" : to.x > from.x ? "EAST" : "PUT";
    std::string north_south = to.y < from.y ? "NORTH" : to.y > from.y ? "SOUTH" : "PUT";
    return "\"" + east_west + "\",\"" + north_south + "\"";
}

// Its cells are a height, or a height, an owner and a number: "1ann2".
Position read_board(const Json &board)
{
    Position p = {};
    for (const Json &row : board.items) {
        int y = static_cast<int>(p.heights.size()), x = 0;
        p.heights.emplace_back();
        for (const Json &cell : row.items) {
            const std::string &text = cell.text;
            p.heights.back().push_back(text.at(0) - '0');
            if (text.size() > 2)
                p.workers[text.substr(1, text.size() - 2) != me][text.back() == '2'] = {x, y};
            x++;
        }
    }
    return p;
}

// Nobody tells yet how large the board is: 0 to 4 fits every one.
Place place_worker(const std::vector<Place> &workers)
{
    std::vector<Place> places;
    for (int i = 0; i < 25; i++) {
        Place place = {i % 5, i / 5};
        if (std::find(workers.begin(), workers.end(), place) == workers.end())
            places.push_back(place);
    }
    return choose_place(workers, places);
}

void greet()
{
    send("[\"join\",\"" + me + "\"]");
}

void send_place(const Json &placed)
{
    std::vector<Place> workers;
    for (const Json &worker : placed.items)
        workers.push_back({worker.number("x"), worker.number("y")});
    Place at = place_worker(workers);
    send("[\"place\"," + std::to_string(at.x) + "," + std::to_string(at.y) + "]");
}

void send_turn(const Position &position)
{
    Move m = choose(position, legal_moves(position));
    std::string id = std::to_string(m.worker + 1), turn = "[[\"move\",{\"player\":\"" + me;
    turn += "\",\"id\":" + id + "},[" + direction(position.workers[0][m.worker], m.to) + "]]";
    if (m.build)
        turn += ",[\"build\",[" + direction(m.to, *m.build) + "]]";
    send(turn + "]");
}

void receive(const Json &message)
{
    if (message.items.empty())
        return; // "OK": you have the name that you asked for
    const std::string &kind = message.items.at(0).text;
    if (kind == "name")
        me = message.items.at(1).text;
    if (kind == "place")
        send_place(message.items.at(1));
    else if (kind == "turn")
        send_turn(read_board(message.items.at(1)));
    else
        send("\"OK\""); // name, new_game, over, tournament_finished
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
