# The front door of agon: one word per job.
#
#   make            build build/agon, the kits in C and libagon
#   make install    build, then install it below PREFIX (/usr/local), with its manual, what bash, zsh
#                   and fish complete, libagon and the Python module (docs/library.md); DESTDIR is put
#                   before that. make uninstall: the opposite
#   make test       build, then run the whole test suite (make with-tests only prepares it: afterwards
#                   ninja can build single tests, benchmarks and training tools)
#   make test-all   the same with nothing left out: installs what the tests of the pages need (Chromium,
#                   Node.js, npm packages), PostgreSQL and the languages of the kits, too. make test skips these
#                   tests where that is missing
#   make screenshots  take pictures of every page of the arena into build/screenshots (needs the same)
#   make arena      build, then play contests between built-in players and show them to browsers
#                   (GAME=santorini for one game, ROUNDS=50 for longer ones, WEB=0.0.0.0:8080)
#   make crash      kill contests, and break their disk, KILLS times at random moments
#   make storm      let EVENTS things go wrong between the machines of a fleet, in contests of STORM_ROUNDS rounds
#                   (tests/fleet/storm; an hour)
#   make siege      find out which layer of the sandbox stops which attack (docs/siege.md; minutes)
#   make siege-prove  make the same attacks without a sandbox, where they succeed
#   make siege-honest  play HONEST_GAMES games of honest bots in four languages inside the sandbox
#   make test-as-user  as root: run the test suite as an ordinary user, in a tree that others cannot read
#   make bench      measure the speed (takes minutes; keep the machine quiet)
#   make fast       play FAST_GAMES games at 10 ms a move of each game, built-in and spawned (hours;
#                   goes on where it was stopped); any fault is one too many
#   make fuzz       run every fuzz target for FUZZ_SECONDS each (needs clang)
#   make clean      remove everything that was built
#
# CC=gcc or CC=clang chooses the compiler, SANITIZE=1 adds ASan and UBSan, WERROR=1 makes warnings
# errors. Missing packages are installed by name on Debian, and named elsewhere.

ifeq ($(origin CC),default)
CC := gcc
endif
SANITIZE ?=
WERROR ?=
FUZZ_SECONDS ?= 60
KILLS ?= 240
EVENTS ?= 300
STORM_ROUNDS ?= 400
SEED ?= 1
HONEST_GAMES ?= 1000
# Of each game, each way: about 10,000 in all for each way.
FAST_GAMES ?= 3334
# What make arena plays, and how many rounds of it; where it is shown: a free port if nothing is said.
GAME ?= santorini reversi stones
ROUNDS ?= 3
WEB ?=

# Each way of building has its folder; the plain one is build/.
BUILD := build$(if $(filter-out gcc,$(CC)),-$(notdir $(CC)))$(if $(SANITIZE),-sanitize)
FUZZ_BUILD := build-fuzz
# Where the benchmark keeps its records: in memory where that can be, so that no disk is measured.
BENCH_FOLDER := $(if $(wildcard /dev/shm),/dev/shm/agon-bench,$(BUILD)/bench/records)

PREFIX ?= /usr/local
DESTDIR ?=

PACKAGES := $(notdir $(CC)) libc6-dev meson ninja-build pkg-config libjansson-dev libuv1-dev \
    libyaml-dev libsqlite3-dev libpq-dev libicu-dev libzstd-dev libarchive-dev libssl-dev zlib1g-dev
TEST_PACKAGES := libcmocka-dev
KIT_PACKAGES := python3 nodejs gcc g++ default-jdk-headless rustc golang-go ruby
ifneq ($(and $(filter clang,$(CC)),$(SANITIZE)),)
PACKAGES += libclang-rt-14-dev
endif

# Tests, benchmarks and training tools are a part of the build only where somebody wants them.
TESTS ?= false
SETUP := -Dwerror=$(if $(WERROR),true,false) -Dtests=$(TESTS)
# Sanitizers make the compiler slow, and most of all its optimiser: -O1 and short debug information take less
# than half of the time of -O3 and full ones, and a finding has its lines all the same. There are hundreds of
# programs to link, which lld does in less than half of the time of ld.
ifneq ($(SANITIZE),)
PACKAGES += lld
LINKER := lld
SETUP += -Db_sanitize=address,undefined -Db_lundef=false -Doptimization=1 -Dc_args=-g1
endif

.PHONY: all install uninstall with-tests test test-all screenshots test-as-user arena crash storm siege siege-prove siege-honest \
    bench fast fuzz clean
.DEFAULT_GOAL := all

all:
	@tools/packages "build agon" $(PACKAGES)
	@$(MAKE) --no-print-directory -s $(BUILD)/build.ninja
	@tools/compile $(BUILD) agon starters library

$(BUILD)/build.ninja:
	@echo "configuring $(BUILD) for $(CC)"
	@CC=$(CC) $(if $(LINKER),CC_LD=$(LINKER)) meson setup $(BUILD) $(SETUP) >/dev/null || { cat $(BUILD)/meson-logs/meson-log.txt; exit 1; }

install: all
	@tools/install $(BUILD)/agon "$(DESTDIR)$(PREFIX)"
	@DESTDIR="$(DESTDIR)" tools/install_library $(BUILD) "$(DESTDIR)$(PREFIX)"
	@[ -n "$(DESTDIR)" ] || [ ! -w /etc/ld.so.cache ] || ldconfig

uninstall: all
	@tools/install --remove $(BUILD)/agon "$(DESTDIR)$(PREFIX)"
	@DESTDIR="$(DESTDIR)" tools/install_library --remove $(BUILD) "$(DESTDIR)$(PREFIX)"

# Makes tests a part of a build that was configured without them.
with-tests:
	@tools/packages "test agon" $(PACKAGES) $(TEST_PACKAGES)
	@$(MAKE) --no-print-directory -s TESTS=true $(BUILD)/build.ninja
	@grep -q crash_test $(BUILD)/build.ninja || meson configure $(BUILD) -Dtests=true

test: with-tests
	@tests/run $(BUILD)

# Pages that cannot be tested are a failure here.
test-all: with-tests
	@tools/packages "try the kits" $(KIT_PACKAGES)
	@tools/packages "test contests on PostgreSQL" postgresql
	@tests/pages/install
	@AGON_PAGES=all tests/run $(BUILD)

screenshots: all with-tests
	@tests/pages/install
	@tools/compile $(BUILD) tests/bot
	@node tests/pages/screenshots.mjs $(BUILD)/agon $(BUILD)/screenshots

test-as-user:
	@tests/as_user test CC=$(CC) SANITIZE=$(SANITIZE) WERROR=$(WERROR)

# The results of a game lie in $(BUILD)/arena-GAME-$(ROUNDS).db; the same command goes on with them. Where
# nobody sits at a terminal, it ends with the contests.
arena: all
	@for game in $(GAME); do \
	    sed "s/^name: .*/name: \"arena: $$game\"/; s/^game: .*/game: $$game/; s/^rounds: .*/rounds: $(ROUNDS)/" \
	        arena.yaml > $(BUILD)/arena-$$game-$(ROUNDS).yaml || exit 1; \
	done
	@if [ -t 0 ] && [ -t 1 ]; then until=; else until=--until-over; fi; \
	    $(BUILD)/agon serve $(foreach game,$(GAME),$(BUILD)/arena-$(game)-$(ROUNDS).yaml) \
	        $(if $(WEB),--web $(WEB)) $$until

crash: all with-tests
	@tools/compile $(BUILD) tests/crash_test tests/failing_disk.so tests/bot
	@$(BUILD)/tests/crash_test $(BUILD)/agon $(BUILD)/tests/bot $(BUILD)/tests/failing_disk.so $(KILLS)

storm: all with-tests
	@tools/compile $(BUILD) tests/shifted_clock.so
	@AGON_STORM_ROUNDS=$(STORM_ROUNDS) tests/fleet/storm tests/fleet $(BUILD)/agon $(BUILD)/tests/shifted_clock.so $(EVENTS) $(SEED) 6

siege: all with-tests
	@tools/compile $(BUILD) tests/attacker tests/no_userns
	@tests/siege/table $(BUILD)/agon $(BUILD)/tests/attacker

siege-prove: all with-tests
	@tools/compile $(BUILD) tests/attacker tests/no_userns
	@tests/siege/run $(BUILD)/agon $(BUILD)/tests/attacker --prove

siege-honest: all
	@tests/siege/honest $(BUILD)/agon bots $(BUILD)/bots $(HONEST_GAMES)

bench: all with-tests
	@tools/packages "measure agon" strace
	@tools/compile $(BUILD) \
	    $(addprefix bench/bench_,perft library bot floor referee fairness crowd stalled viewers stop analysis contest ratings store records fleet_simulation)
	@$(BUILD)/bench/bench_perft
	@echo
	@$(BUILD)/bench/bench_library
	@AGON_LIBRARY=$(BUILD)/src python3 bench/library.py .
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
	@$(BUILD)/bench/bench_stalled $(BUILD)/agon $(BUILD)/bench/bench_bot $(BENCH_FOLDER)
	@echo
	@$(BUILD)/bench/bench_viewers $(BUILD)/agon $(BUILD)/bench/bench_bot $(BENCH_FOLDER)-viewers
	@echo
	@$(BUILD)/bench/bench_stop
	@echo
	@$(BUILD)/bench/bench_analysis $(BUILD)/bench/bench_bot
	@echo
	@$(BUILD)/bench/bench_ratings
	@echo
	@$(BUILD)/bench/bench_store $(BUILD)/bench/store
	@echo
	@with=; [ -n "$$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] && with=tests/postgres/with; \
	AGON_POSTGRES_FSYNC=on $$with $(BUILD)/bench/bench_records $(BUILD)/agon $(BUILD)/bench/records
	@echo
	@AGON_POSTGRES_FSYNC=on tests/postgres/with bench/fleet $(BUILD)/agon
	@echo
	@$(BUILD)/bench/bench_fleet_simulation bench/durations.txt
	@echo
	@$(BUILD)/bench/bench_contest $(BUILD)/agon $(BUILD)/bench/bench_bot $(BUILD)/bench/bench_floor \
	    $(BUILD)/bench/contest

	@echo
	@missing=$$(tests/pages/missing); if [ -z "$$missing" ]; then tools/compile $(BUILD) tests/bot && node tests/pages/speed.mjs $(BUILD)/agon; \
	else echo "the pages were not measured, missing: $$missing (tests/pages/install installs it)"; fi

fast: all
	@bench/fast $(BUILD)/agon $(BUILD)/fast-$(FAST_GAMES) $(FAST_GAMES)

fuzz:
	@tools/packages "fuzz agon" clang libclang-rt-14-dev $(PACKAGES) $(TEST_PACKAGES)
	@[ -d $(FUZZ_BUILD) ] || CC=clang meson setup $(FUZZ_BUILD) -Dfuzz=true \
	    -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
	@fuzz/run $(FUZZ_BUILD) $(FUZZ_SECONDS)

clean:
	rm -rf build build-*
