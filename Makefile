# The front door of agon: one word per job.
#
#   make            build build/agon and the starter bots
#   make test       build, then run the whole test suite
#   make arena      build, then run a contest between built-in players (GAME=santorini, ROUNDS=50)
#   make crash      kill contests, and break their disk, KILLS times at random moments
#   make bench      measure the speed (takes minutes; keep the machine quiet)
#   make fast       play FAST_GAMES games at 10 ms a move of each game, built-in and spawned (hours;
#                   goes on where it was stopped); any fault is one too many
#   make fuzz       run every fuzz target for FUZZ_SECONDS each (needs clang)
#   make clean      remove everything that was built
#
# CC=gcc or CC=clang chooses the compiler, SANITIZE=1 adds ASan and UBSan, WERROR=1 makes warnings
# errors. Missing Debian packages are installed by name.

ifeq ($(origin CC),default)
CC := gcc
endif
SANITIZE ?=
WERROR ?=
FUZZ_SECONDS ?= 60
KILLS ?= 240
# Of each game, each way: about 10,000 in all for each way.
FAST_GAMES ?= 3334
# What make arena plays, and how many rounds of it.
GAME ?= reversi
ROUNDS ?= 20

# Each way of building has its folder; the plain one is build/.
BUILD := build$(if $(filter-out gcc,$(CC)),-$(notdir $(CC)))$(if $(SANITIZE),-sanitize)
FUZZ_BUILD := build-fuzz
# Where the benchmark keeps its records: in memory where that can be, so that no disk is measured.
BENCH_FOLDER := $(if $(wildcard /dev/shm),/dev/shm/agon-bench,$(BUILD)/bench/records)

# The whole tree is configured at once, tests included, so there is one list.
PACKAGES := $(notdir $(CC)) libc6-dev meson ninja-build pkg-config libcmocka-dev libjansson-dev \
    libuv1-dev libyaml-dev libsqlite3-dev libicu-dev
ifneq ($(and $(filter clang,$(CC)),$(SANITIZE)),)
PACKAGES += libclang-rt-14-dev
endif

SETUP := -Dwerror=$(if $(WERROR),true,false)
ifneq ($(SANITIZE),)
SETUP += -Db_sanitize=address,undefined -Db_lundef=false
endif

.PHONY: all packages test arena crash bench fast fuzz clean
.DEFAULT_GOAL := all

all:
	@tools/packages $(PACKAGES)
	@$(MAKE) --no-print-directory -s $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet agon starters

$(BUILD)/build.ninja:
	@CC=$(CC) meson setup $(BUILD) $(SETUP) >/dev/null || { cat $(BUILD)/meson-logs/meson-log.txt; exit 1; }

test:
	@tools/packages $(PACKAGES)
	@$(MAKE) --no-print-directory -s $(BUILD)/build.ninja
	@tests/run $(BUILD)

# Its results lie in $(BUILD)/arena-$(GAME)-$(ROUNDS).db; the same command goes on with it.
arena: all
	@sed 's/^game: .*/game: $(GAME)/; s/^rounds: .*/rounds: $(ROUNDS)/' arena.yaml > $(BUILD)/arena-$(GAME)-$(ROUNDS).yaml
	@$(BUILD)/agon contest run $(BUILD)/arena-$(GAME)-$(ROUNDS).yaml

crash: all
	@ninja -C $(BUILD) --quiet tests/crash_test tests/failing_disk.so tests/bot
	@$(BUILD)/tests/crash_test $(BUILD)/agon $(BUILD)/tests/bot $(BUILD)/tests/failing_disk.so $(KILLS)

bench: all
	@tools/packages strace
	@ninja -C $(BUILD) --quiet \
	    $(addprefix bench/bench_,perft bot floor referee fairness crowd stop contest ratings store)
	@$(BUILD)/bench/bench_perft
	@echo
	@$(BUILD)/agon bench brains
	@echo
	@$(BUILD)/bench/bench_referee $(BUILD)/agon $(BUILD)/bench/bench_bot $(BUILD)/bench/bench_floor \
	    $(BENCH_FOLDER)
	@echo
	@$(BUILD)/bench/bench_fairness $(BUILD)/agon $(BUILD)/bench/bench_bot
	@echo
	@$(BUILD)/bench/bench_crowd $(BUILD)/agon $(BUILD)/bench/bench_bot $(BENCH_FOLDER)
	@echo
	@$(BUILD)/bench/bench_stop
	@echo
	@$(BUILD)/bench/bench_ratings
	@echo
	@$(BUILD)/bench/bench_store $(BUILD)/bench/store
	@echo
	@$(BUILD)/bench/bench_contest $(BUILD)/agon $(BUILD)/bench/bench_bot $(BUILD)/bench/bench_floor \
	    $(BUILD)/bench/contest

fast: all
	@bench/fast $(BUILD)/agon $(BUILD)/fast-$(FAST_GAMES) $(FAST_GAMES)

fuzz:
	@tools/packages clang libclang-rt-14-dev $(PACKAGES)
	@[ -d $(FUZZ_BUILD) ] || CC=clang meson setup $(FUZZ_BUILD) -Dfuzz=true \
	    -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
	@fuzz/run $(FUZZ_BUILD) $(FUZZ_SECONDS)

clean:
	rm -rf build build-*
