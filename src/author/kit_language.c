#include "author/kit_language.h"

#include "base/nearest.h"

#include <string.h>

const struct kit_language kit_languages[] = {
    {
        .name = "python",
        .alias = "py",
        .label = "Python",
        .extension = "py",
        .file = "main.py",
        .run = "python3 main.py",
        .package = "python3",
        .printing = "`print()` writes to standard error here: standard output is the protocol.",
        .debugger = "python3 main.py",
        .stopping = "`breakpoint()` anywhere in the file stops it there, in Python's debugger.",
    },
    {
        .name = "javascript",
        .alias = "js",
        .label = "JavaScript",
        .extension = "js",
        .file = "main.js",
        .run = "node main.js",
        .package = "nodejs",
        .printing =
            "`console.log()` writes to standard error here: standard output is the protocol.",
        .debugger = "node inspect main.js",
        .stopping = "`debugger;` anywhere in the file stops it there, once you have typed `cont`.",
    },
    {
        .name = "c",
        .alias = "C",
        .label = "C",
        .extension = "c",
        .file = "main.c",
        .build = "gcc -O2 -g -o bot main.c -lm",
        .debug_build = "gcc -O0 -g -o bot main.c -lm",
        .run = "./bot",
        .package = "gcc",
        .printing = "`printf()` writes to standard error here: standard output is the protocol.",
        .debugger = "gdb --args ./bot",
        .stopping =
            "Type `break choose`, then `run`. And with `-fsanitize=address,undefined` behind "
            "`gcc` in `agon.yaml`, agon shows the line of every access to memory that is wrong.",
    },
    {
        .name = "cpp",
        .alias = "c++",
        .label = "C++",
        .extension = "cpp",
        .file = "main.cpp",
        .build = "g++ -std=c++17 -O2 -g -o bot main.cpp",
        .debug_build = "g++ -std=c++17 -O0 -g -o bot main.cpp",
        .run = "./bot",
        .package = "g++",
        .printing = "`std::cout` writes to standard error here: standard output is the protocol.",
        .debugger = "gdb --args ./bot",
        .stopping =
            "Type `break choose`, then `run`. And with `-fsanitize=address,undefined` behind "
            "`g++` in `agon.yaml`, agon shows the line of every access to memory that is wrong, "
            "and of every exception that nobody catches.",
    },
    {
        .name = "java",
        .alias = "Java",
        .label = "Java",
        .extension = "java",
        .file = "Main.java",
        .build = "javac -g Main.java",
        // What the virtual machine has to say would go to standard output.
        .run = "java -Xlog:disable -XX:-UsePerfData Main",
        .package = "default-jdk-headless",
        .printing = "`System.out.println()` writes to standard error here: standard output is the "
                    "protocol.",
        .debugger = "jdb Main",
        .stopping = "Type `stop in Main.choose`, then `run`.",
    },
    {
        .name = "rust",
        .alias = "rs",
        .label = "Rust",
        .extension = "rs",
        .file = "main.rs",
        .build = "rustc --edition 2021 -O -g -o bot main.rs",
        .debug_build = "rustc --edition 2021 -g -o bot main.rs",
        .run = "./bot",
        .package = "rustc",
        .printing = "`eprintln!` and `dbg!`, not `println!`: standard output is the protocol.",
        .debugger = "gdb --args ./bot",
        .stopping = "Type `break main::Bot::choose`, then `run`.",
    },
    {
        .name = "go",
        .alias = "golang",
        .label = "Go",
        .extension = "go",
        .file = "main.go",
        .build = "go build -o bot main.go",
        .run = "./bot",
        .package = "golang-go",
        .printing =
            "`fmt.Println()` writes to standard error here: standard output is the protocol.",
        .debugger = "dlv debug main.go --",
        .stopping = "Type `break main.choose`, then `continue`. `dlv` is in the Debian package "
                    "`delve`.",
    },
    {
        .name = "ruby",
        .alias = "rb",
        .label = "Ruby",
        .extension = "rb",
        .file = "main.rb",
        .run = "ruby main.rb",
        .package = "ruby",
        .printing = "`puts` and `p` write to standard error here: standard output is the protocol.",
        .debugger = "ruby main.rb",
        .stopping = "`binding.irb` anywhere in the file stops it there, in Ruby's console.",
    },
};

const size_t kit_language_count = sizeof kit_languages / sizeof *kit_languages;

enum { LANGUAGES = sizeof kit_languages / sizeof *kit_languages };

const struct kit_language *kit_language_find(const char *name, struct error *e)
{
    const char *names[LANGUAGES];
    for (size_t i = 0; i < LANGUAGES; i++) {
        names[i] = kit_languages[i].name;
        if (strcmp(name, names[i]) == 0 || strcmp(name, kit_languages[i].alias) == 0)
            return &kit_languages[i];
    }
    nearest_refuse(e, "language", name, names, LANGUAGES, NULL);
    return NULL;
}
