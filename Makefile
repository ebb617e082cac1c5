# Debian's packages that are needed to build and to run; 'make setup' installs those missing.
BUILD_PACKAGES := pkg-config libsqlite3-dev libpq-dev libcurl4-openssl-dev libsodium-dev libgnuplot-iostream-dev libboost-dev \
  libboost-iostreams-dev libboost-filesystem-dev libboost-system-dev libbz2-dev liblzma-dev libzstd-dev \
  zlib1g-dev python3
# What the apps under test need beyond that; nobody else does.
APP_PACKAGES := libzbar-dev libqrencode-dev libcairo2-dev libpango1.0-dev
RUN_PACKAGES := gnuplot-nox fonts-dejavu-core binutils strace
# What the drivers in Objective-C are built with, for tests and Scenarios/*-languages.yml.
OBJECTIVE_C_PACKAGES := gobjc libgnustep-base-dev
TEST_PACKAGES := python3 python3-venv python3-seccomp python3-yaml poppler-utils valgrind linux-perf hyperfine man-db \
  libbenchmark-tools chromium protobuf-compiler postgresql curl openssl nghttp2-server $(OBJECTIVE_C_PACKAGES)
# Peers that benchmarks set beside Rehearse; neither building nor testing needs them.
BENCH_PACKAGES := python3 python3-venv hyperfine time linux-perf valgrind xz-utils heaptrack wrk hey
# The engines that make the parts of an experiment on several machines; `make test` needs none of them.
ENGINE_PACKAGES := python3 python3-yaml slurm-wlm munge parallel openssh-server rsync git
# Packages of PyPI get environments of their own: the readers that exports are proved with,
# psrecord, and scipy and pandas for the rules and the tables of peers.
TEST_PYTHON := .build/test-python
PEERS := .build/peers
BENCH_PYTHON := .build/bench-python

PREFIX ?= /usr/local
STRICT := --explicit-target-dependency-import-check error
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
# Tests and what they call are built without an index and debug information, and linked by LLVM's linker,
# which takes a fifth less time. A build with other options in the same place starts from nothing.
QUICK := --disable-build-manifest-caching --disable-index-store -debug-info-format none -Xswiftc -use-ld=lld
# Where CPUs are few, whole modules are compiled at once, which spares a sixth of all CPU time from nothing. With
# more, files are: after a change that takes a third of the time.
WHOLE_MODULE := $(if $(filter 1 2,$(shell nproc)), \
  $(addprefix -Xswiftc ,-disable-batch-mode -whole-module-optimization -num-threads 2))
DEBUG := $(STRICT) $(QUICK) $(WHOLE_MODULE)
# The apps under test are a package of their own. It is built in the same place, so what both need is compiled
# once; a plan that is kept there would be the other package's.
APPS := --package-path Apps --scratch-path .build
# So are the benchmarks.
BENCHMARKS := --package-path Benchmarks --scratch-path .build
# Statically linked, so that an installed rehearse needs no Swift; its drivers are built apart.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath --disable-build-manifest-caching
BUILT := .build/release
# The small programs that rehearse starts, installed beside it.
HELPERS := rehearse-launcher rehearse-ticker rehearse-stepper
# The programs that rehearse becomes for single verbs, installed there too.
COMPANIONS := rehearse-serve rehearse-team rehearse-scorecard rehearse-users
# The library that it has others load, installed beside them.
COUNTER := rehearse-allocations
# Debian's libraries are linked into the programs, and so is no loader's work left but for the C
# library's: they start in half the time, and run where they are not. Their place in memory is fixed, which
# spares the rest, and they export no names. Package.swift has the linker look into this folder first.
STATIC := .build/static
STATIC_LIBRARIES := boost_iostreams boost_filesystem boost_system sodium sqlite3 bz2 lzma zstd z stdc++
ALONE := $(foreach option,-lbz2 -llzma -lzstd -lz -no-pie --no-export-dynamic,-Xlinker $(option))
# What they may load all the same, and what a companion may besides.
ALLOWED := '\[(lib(c|m|gcc_s)|ld-linux-.*)\.so\.[0-9]+\]'
ALLOWED_TO_COMPANIONS := '\[(lib(c|m|gcc_s|pq|curl)|ld-linux-.*)\.so\.[0-9]+\]'
# Where 'make package' puts Debian packages and a tarball.
PACKAGES := .build/packages
APT_OPTIONS := -qq -o DPkg::Lock::Timeout=300
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: help setup setup-run setup-apps setup-test harness-packages test-packages setup-bench build companions \
  built build-harness-tests build-tests build-all demo test test-harness \
  docs docs-site command-pages fuzz faults mutation-test lint format install install-built package test-package test-actions test-pytest \
  test-swift-testing check-release test-resume test-engines bench bench-allocations bench-overhead bench-start \
  bench-accuracy bench-report bench-large bench-verdict bench-identical bench-moved bench-parallel \
  bench-gang bench-gate bench-judge bench-beside bench-bisect bench-history bench-own-history bench-commits bench-places \
  bench-explain bench-waiting bench-users bench-users-accuracy bench-users-checks bench-who-allocates \
  bench-leaks references reference-2015 clean

help: ## this list
	@awk -F ' ## ' '/^[a-z-]+:.* ## / { sub(/:.*/, "", $$1); printf "  %-20s %s\n", $$1, $$2 }' Makefile

setup: ## what building and running need, from Debian
	@$(call apt,$(BUILD_PACKAGES) $(RUN_PACKAGES))

# What an installed program needs. The package of libcurl itself, for rehearse-users, has another name in each release.
setup-run: ; @$(call apt,$(RUN_PACKAGES) libcurl4-openssl-dev)

setup-apps: ; @$(call apt,$(APP_PACKAGES))

harness-packages: ; @$(call apt,$(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES))

test-packages: harness-packages setup-apps

setup-test: harness-packages $(TEST_PYTHON)/installed

$(TEST_PYTHON)/installed: Tests/requirements.txt Tests/requirements-alone.txt | harness-packages
	python3 -m venv $(TEST_PYTHON)
	$(TEST_PYTHON)/bin/pip install --quiet --requirement $<
	$(TEST_PYTHON)/bin/pip install --quiet --no-deps --requirement Tests/requirements-alone.txt
	touch $@

# Peers that can't be had, as without a network, are named, and left out.
setup-bench: setup
	@$(foreach package,$(BENCH_PACKAGES),{ $(call apt,$(package)); } \
	  || echo "$(package) could not be installed." >&2;)
	@test -x $(PEERS)/bin/psrecord \
	  || { python3 -m venv $(PEERS) && $(PEERS)/bin/pip install --quiet psrecord; } \
	  || echo "psrecord could not be installed." >&2

# Another apt may be at work, as on a machine that has just started: it is waited for, five minutes at
# most. Its own time limit is for dpkg's lock alone, not for those of its lists and downloads.
define apt
missing=$$(comm -23 <(printf '%s\n' $(1) | sort -u) <(dpkg-query -W -f='$${Status} $${Package}\n' $(1) 2>/dev/null \
  | sed -n 's/.* ok installed //p' | sort -u)); \
patiently() { \
  for try in $$(seq 150); do \
    said=$$(LC_ALL=C DEBIAN_FRONTEND=noninteractive "$$@" 2>&1 > /dev/null) && return; \
    case "$$said" in *"get lock"*) sleep 2 ;; *) break ;; esac; \
  done; \
  echo "$$said" >&2; return 1; \
}; \
if [ -n "$$missing" ]; then \
  echo "Installing" $$missing >&2; \
  patiently $(SUDO) apt-get $(APT_OPTIONS) update && \
  patiently $(SUDO) apt-get $(APT_OPTIONS) install -y --no-install-recommends $$missing; \
fi
endef

build: setup $(STATIC) ## the program, as it is released
	@echo "Building Rehearse: some 6 minutes on two cores, the first time." >&2
	$(call alone,rehearse,$(ALLOWED))
	for product in $(HELPERS) $(COUNTER); do \
	  swift build $(STRICT) $(RELEASE) --product $$product || exit; done

# What 'rehearse serve', 'push', 'pull' and 'scorecard' become, and what sends requests; all else works without.
companions: build ## what serve, push, pull and scorecard become, and what sends requests
	$(foreach product,$(COMPANIONS),$(call alone,$(product),$(ALLOWED_TO_COMPANIONS)) &&) true

# A program that loads no more than is allowed.
define alone
swift build $(STRICT) $(RELEASE) --product $(1) $(ALONE) && \
libraries=$$(readelf --dynamic $(BUILT)/$(1)) && \
{ ! grep NEEDED <<< "$$libraries" | grep --extended-regexp --invert-match $(2) \
  || { echo "Error: Each start of $(1) would load these libraries, and fail where they are missing." >&2; exit 1; }; }
endef

# A folder with the archives alone, for a linker takes a shared library where it finds one beside them.
$(STATIC): Makefile
	rm -rf $@ && mkdir -p $@
	clang=$$(dirname "$$(realpath "$$(command -v swiftc)")")/clang; \
	for name in $(STATIC_LIBRARIES); do \
	  file=$$("$$clang" -print-file-name=lib$$name.a); \
	  [ -e "$$file" ] || { echo "Error: There is no lib$$name.a here." >&2; exit 1; }; \
	  ln -s "$$(realpath "$$file")" $@/lib$$name.a; \
	done

# The headline, on three short stories: what Swift's safety checks cost an app. By the build that the tests have
# too, which takes less than half as long as a release's: what is measured is the app, not Rehearse.
demo: setup setup-apps ## what Swift's safety checks cost an app, measured here
	@echo "Building Rehearse: some 3 minutes on two cores, the first time." >&2
	for product in rehearse $(HELPERS) $(COUNTER); do $(call compile,--product $$product) || exit; done
	@echo "Building an app with and without Swift's safety checks: some 90 seconds, the first time;" \
	  "then measuring both side by side, for a minute." >&2
	.build/debug/rehearse compare Scenarios/demo.yml --pairs 12 --memory-runs 0 --no-layout-check
	.build/debug/rehearse report latest

# All that tests need. Even if nothing is left to compile this takes a while, so who has it takes it for granted:
# make --assume-old=built test
built: test-packages ; @$(MAKE) --no-print-directory --jobs=2 setup-test build-tests

# The tests and the programs that they start; Python's packages come meanwhile. The package manager gives the
# product of all tests this name.
build-harness-tests: harness-packages
	$(call compile,--product rehearsePackageTests)
	$(call compile,--product $(COUNTER))

build-tests: build-harness-tests setup-apps
	$(call renew-apps)
	$(call compile,$(APPS) --product appsPackageTests)
	@touch .build/apps-compiled

# All there is, benchmarks included.
build-all: test-packages
	$(call compile,--build-tests)
	$(call renew-apps)
	$(call compile,$(APPS) --build-tests)
	@touch .build/apps-compiled
	$(renew-benchmarks)
	$(call compile,$(BENCHMARKS))

# The compiler's driver remarks of each whole module that it is not compiled file by file.
define compile
swift build $(DEBUG) $(1) | grep --line-buffered --invert-match '^remark: Incremental compilation'
endef

# The package manager does not see that a module of the harness changed since the apps were compiled with it: their
# tests would crash. So their sources look new then.
define renew-apps
@if [ ! -e .build/apps-compiled ] || \
  [ -n "$$(find $(SHARED:%=.build/debug/Modules/%.swiftmodule) -newer .build/apps-compiled)" ]; then \
  find Apps -name '*.swift' -exec touch {} +; fi
endef
SHARED := DriverKit DriverProtocol Metrics Recording Scenarios SeededRandom Statistics TestSupport
# The sources of the benchmarks, which are few, look new each time, for the same reason.
define renew-benchmarks
@find Benchmarks -name '*.swift' -exec touch {} +
endef

# FILTER=NameTests runs those alone. Else tests that are marked as nightly wait for NIGHTLY=1. Five tests
# more than there are CPUs, since many wait for processes: those of the command line on threads of their own, and
# all others have one for each CPU. Of two CPUs, two more left some idle; five more took a tenth less time.
test: built ## all tests; FILTER=NameTests runs those alone, NIGHTLY=1 the long ones too
	/usr/bin/python3 Tests/mutations.py --check
	$(call test)
	$(call test,$(APPS))

test-harness: harness-packages ## the harness's tests, which need no library of the apps
	@$(MAKE) --no-print-directory --jobs=2 setup-test build-harness-tests
	$(call test)

# Swift Testing's monitor of exit tests takes a whole CPU for as long as some child that ended was not waited for.
# So suites with such tests run by themselves, when the others are done.
EXIT_SUITES = $(shell grep --recursive --files-with-matches processExitsWith Tests --include=*.swift | xargs \
  sed --quiet --regexp-extended 's/^ *(@Suite )?struct (\w+Tests)\b.*/\2/p' | paste --serial --delimiters='|')

define swift-test
$(if $(NIGHTLY)$(FILTER),NIGHTLY=1 )swift test --skip-build --disable-build-manifest-caching --disable-xctest \
  --enable-swift-testing --experimental-maximum-parallelization-width $$(($$(nproc) + 5)) $(1)
endef

define test
{ $(if $(FILTER)$(1),$(call swift-test,$(1) $(if $(FILTER),--filter '$(FILTER)')), \
  $(call swift-test,--skip '[./]($(EXIT_SUITES))/'); others=$$?; \
  $(call swift-test,--filter '[./]($(EXIT_SUITES))/') && exit $$others); } | python3 .ci/test-output.py
endef

# Slurm, GNU parallel and GitHub's matrix make parts, for real; as root, some minutes. What can't be
# installed is skipped, with the reason.
test-engines: ## parts on Slurm and GNU parallel; as root
	-@$(call apt,$(ENGINE_PACKAGES))
	for part in rehearse $(HELPERS); do $(call compile,--product $$part) || exit; done
	REHEARSE=.build/debug /usr/bin/python3 -m unittest discover --verbose --start-directory Tests/Engines

# Kills Rehearse at random moments, and has what was interrupted finished.
test-resume: setup-test build-tests ## kills Rehearse at random moments, KILLS=200
	python3 Tests/Resume/kill_and_resume.py .build/debug/rehearse .build/debug/test-driver \
	  --kills $(or $(KILLS),200) --seed $(or $(SEED),1)

# What outsiders write, at random, MINUTES for each of its readers, or with FIXED=1 the same inputs
# each time: Tests/Fuzzing. All is compiled for it, the packages too, in a place of its own; not
# optimised, which takes several times as long to compile.
fuzz: setup ## what outsiders write, at random, MINUTES=60 for each reader
	FUZZING=1 swift build --scratch-path .build/fuzz --sanitize fuzzer $(QUICK) --product fuzz
	.ci/fuzz $(if $(FIXED),fixed,$(or $(MINUTES),60))

# One system call after another fails in short commands; with SITES=1 calls that do the same to the
# same file count as one. Then calls that are denied for good, a read-only file system, a kill. By
# Debian's own Python, which alone has its packages.
faults: setup-test build-tests ## one system call after another fails
	/usr/bin/python3 Tests/faults.py .build/debug $(if $(SITES),--sites)
	/usr/bin/python3 Tests/surroundings.py .build/debug

# A copy of the apps is built with all mutants in one program, and replayed by each: Tests/mutations.py, some 20
# minutes on two cores. By Debian's own Python, which alone has its packages.
mutation-test: setup-apps setup-test ## spoils the apps in some 600 places: do their stories notice?
	/usr/bin/python3 Tests/mutations.py

# The commands that the documents show, and whether the pages of commands are what the program says.
docs: setup-test build-tests ## carries out the commands that the documents show
	python3 .ci/command-pages.py .build/debug/rehearse --check
	python3 .ci/check-docs.py .build/debug

# The modules' documentation as pages, in .build/site; a link that leads nowhere fails.
docs-site: build-tests ## the modules' documentation as pages, in .build/site
	Packaging/docs-site.sh .build .build/site

command-pages: build ## writes Docs/reference/commands from the program's help
	python3 .ci/command-pages.py .build/release/rehearse

# The package of the documents with its tests, compiled as its reader's would be.
test-swift-testing: setup-test build-tests ## the package of Docs/how-to/swift-testing.md, compiled as its reader's would be
	python3 Tests/swift-testing.py .build/debug

lint: harness-packages ## format, imports, and what the repository promises of itself
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Apps
	python3 .ci/check-imports.py . Apps Benchmarks
	python3 .ci/check-house.py
	python3 .ci/check-pages.py
	python3 Benchmarks/answers.py --check
	python3 Benchmarks/references.py --check
	python3 .ci/benchmark-pages.py --check
	python3 .ci/house-figures.py

format: ## formats all Swift
	swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Apps

install: companions ## the program, its completions and manual pages, below PREFIX
	@$(MAKE) --no-print-directory install-built

# The programs, of companions those that are built, their completions and manual pages; these are the
# program's own words.
install-built:
	install -D -s -m 755 $(BUILT)/rehearse $(DESTDIR)$(PREFIX)/bin/rehearse
	for program in $(HELPERS) $(wildcard $(COMPANIONS:%=$(BUILT)/%)); do \
	  install -D -s -m 755 $(BUILT)/$${program##*/} \
	    $(DESTDIR)$(PREFIX)/libexec/rehearse/$${program##*/} || exit; done
	install -D -s -m 644 $(BUILT)/lib$(COUNTER).so \
	  $(DESTDIR)$(PREFIX)/libexec/rehearse/lib$(COUNTER).so
	rm -rf .build/share && python3 Packaging/share.py $(BUILT)/rehearse .build/share
	share=$$(realpath -m $(DESTDIR)$(PREFIX)/share) && cd .build/share && \
	  find . -type f -exec install -D -m 644 {} "$$share"/{} \;

# Debian packages and a tarball, in .build/packages.
package: companions ## Debian packages and a tarball, in .build/packages
	@$(call apt,dpkg-dev xz-utils)
	BUILT=$(BUILT) Packaging/package.sh $(PACKAGES)

# Both in bare roots by debootstrap, as root: Debian 12, and with RELEASES="bookworm trixie" others.
# Some 5 minutes.
test-package: package ## both in bare systems; as root, 5 minutes
	@$(call apt,debootstrap)
	$(SUDO) python3 Tests/Packaging/try_packages.py $(PACKAGES) $(RELEASES)

# The GitHub action, step by step, its comment, against a GitHub on the loopback, what the page on CI
# shows, and what packages are made of.
test-actions: built ## the GitHub action, and what packages are made of
	/usr/bin/python3 -m unittest discover --start-directory Tests/Actions
	/usr/bin/python3 -m unittest discover --start-directory Tests/Packaging

# The plugin for pytest, installed as its user would: with a program that answers as asked, and with the real one.
test-pytest: built ## the plugin for pytest
	$(TEST_PYTHON)/bin/pip install --quiet --no-deps --no-build-isolation --force-reinstall ./Kits/pytest
	REHEARSE=.build/debug $(TEST_PYTHON)/bin/python3 -B -m pytest -q -p no:cacheprovider Tests/Pytest

# Whether the commit is tagged as the version that the program says.
# Tests run programs that have all of Foundation's data; the released ones write dates without it.
check-release: build
	rm -f .build/few.sqlite
	printf 'build,story,metric,unit,run,value\na,s,cpu-time,ms,1,5\n' > .build/few.csv
	.build/release/rehearse import .build/few.csv --store .build/few.sqlite
	Packaging/version.sh release
	test "$$(.build/release/rehearse --version)" = "$$(Packaging/version.sh)"

# Has a benchmark's tables written to Results/benchmarks with PUBLISH=1; Benchmarks/published.py says how.
PUBLISHED := python3 Benchmarks/published.py

# What the apps' cores cost, beside peers that do the same work, as ratios.
bench: setup setup-apps ## the apps beside peers in C
	for part in inventory-benchmark value-stream-benchmark day-counter-benchmark chord-benchmark \
	  field-notes-server field-notes-benchmark; do \
	  swift build $(STRICT) $(RELEASE) $(APPS) --product $$part || exit; done
	for app in inventory value-stream day-counter chord field-notes; do \
	  $(PUBLISHED) .build/release/$$app-benchmark || exit; done

# Programs of the benchmarks' package.
define benchmark
$(renew-benchmarks)
for product in $(1); do swift build $(STRICT) $(RELEASE) $(BENCHMARKS) --product $$product || exit; done
endef

# What measuring a command costs, beside hyperfine, and what sampling does to what is sampled.
# Some 15 minutes. Longer or shorter: OVERHEAD="BLOCKS RUNS" INTERFERENCE="ROUNDS SECONDS".
bench-overhead: setup-bench build ## what measuring costs, beside hyperfine
	$(call benchmark,interference-target interference-benchmark)
	python3 Benchmarks/overhead-benchmark.py .build/release/rehearse $(OVERHEAD)
	$(PUBLISHED) .build/release/interference-benchmark $(INTERFERENCE)

# Whether allocations are counted as heaptrack and DHAT count them, and how much longer the inventory's
# driver takes meanwhile, beside heaptrack: RUNS=15. RUNS=0 counts alone, which needs no quiet machine.
bench-allocations: setup-bench setup-apps build ## whether allocations are counted right, beside heaptrack
	swift build $(STRICT) $(RELEASE) $(APPS) --product inventory-driver
	python3 Benchmarks/allocation-benchmark.py .build/release $(RUNS)

# How long 'rehearse --help' takes, beside hyperfine's.
bench-start: setup-bench build ## how long the program takes to start
	python3 Benchmarks/start-benchmark.py .build/release/rehearse $(RUNS)

# How right the measurements are, on programs whose cost is known, beside other tools: RUNS=100.
bench-accuracy: setup-bench build ## whether measurements are right, beside other tools
	swift build $(STRICT) $(RELEASE) --product accuracy-target
	$(call benchmark,accuracy-driver accuracy-harness)
	python3 Benchmarks/accuracy-benchmark .build/release $(or $(RUNS),100) $(PEERS)

$(BENCH_PYTHON)/bin/python3: | setup-bench
	python3 -m venv $(BENCH_PYTHON)
	$(BENCH_PYTHON)/bin/pip install --quiet scipy==1.17.1 pandas==3.1.1

# What the decision rule finds and how often it is wrong, beside other tools' rules on the same
# measured pairs, on recorded whole runs, on code that only moved and on made-up noise; then, on this
# machine, how far chance sets pairs of the inventory's driver apart, and how well a known difference
# of 2 % is found. WHOLE=100 makes as many whole runs of the driver beside itself first, in place of
# the recorded ones; CHECKS=40 has as many real checks of identical copies and of moved code made at
# the end.
bench-verdict: setup setup-apps setup-bench $(BENCH_PYTHON)/bin/python3 ## what the decision rule finds, and how often it is wrong
	for product in rehearse-launcher rehearse-ticker; do \
	  swift build $(STRICT) $(RELEASE) --product $$product || exit; done
	$(call benchmark,verdict-benchmark duet-benchmark)
	swift build $(STRICT) $(RELEASE) $(APPS) --product inventory-driver
	mkdir -p .build/verdict
	xz -dc Benchmarks/verdict-benchmark/data/pairs.csv.xz > .build/verdict/pairs.csv
	$(if $(WHOLE),.build/release/duet-benchmark .build/release/inventory-driver --whole-runs 1 \
	  $(WHOLE) 15,xz -dc Benchmarks/verdict-benchmark/data/whole-runs.csv.xz) \
	  > .build/verdict/whole-runs.csv
	tail -n +2 .build/verdict/whole-runs.csv >> .build/verdict/pairs.csv
	$(BENCH_PYTHON)/bin/python3 Benchmarks/verdict-benchmark/peers.py .build/verdict/pairs.csv \
	  > .build/verdict/peers.csv
	$(PUBLISHED) --counts .build/release/verdict-benchmark .build/verdict/pairs.csv .build/verdict/peers.csv
	$(BENCH_PYTHON)/bin/python3 Benchmarks/verdict-benchmark/known_scatter.py .build/verdict/pairs.csv
	.build/release/duet-benchmark .build/release/inventory-driver $(PAIRS)
	$(if $(CHECKS),$(MAKE) bench-identical bench-moved)

# How often a bisection names the right commit, on the same pairs: COUNT=1000 replayed ones, some 50 minutes
# of CPU time, beside 'git bisect' with a threshold and git-bayesect; then REAL=20 that are measured here, half a
# minute each. REAL=0 leaves them out.
bench-bisect: build $(BENCH_PYTHON)/bin/python3 ## how often a bisection names the right commit
	$(call benchmark,bisect-benchmark)
	$(BENCH_PYTHON)/bin/pip install --quiet git-bayesect==1.2
	mkdir -p .build/verdict
	xz -dc Benchmarks/verdict-benchmark/data/pairs.csv.xz > .build/verdict/pairs.csv
	$(PUBLISHED) --counts sh -ec '.build/release/bisect-benchmark .build/verdict/pairs.csv $(or $(COUNT),1000); \
	  $(BENCH_PYTHON)/bin/python3 Benchmarks/bisect-benchmark/peers.py .build/verdict/pairs.csv $(or $(COUNT),1000)'
	$(if $(filter 0,$(REAL)),,$(BENCH_PYTHON)/bin/python3 Benchmarks/bisect-benchmark/real.py \
	  .build/release/rehearse $(or $(REAL),20))

# What a history of ratios says of 500 commits that change nothing and of one that does, on changing machines,
# beside rules on the means: HISTORIES=4. Some 2 minutes, and what building takes.
bench-history: setup setup-bench ## what a history says of 500 commits
	$(call benchmark,history-benchmark)
	mkdir -p .build/verdict
	xz -dc Benchmarks/verdict-benchmark/data/pairs.csv.xz > .build/verdict/pairs.csv
	$(PUBLISHED) --counts .build/release/history-benchmark .build/verdict/pairs.csv $(or $(HISTORIES),4)

# How often identical copies of one program are called different, and whether a little more memory is
# found: CHECKS=40. Some 15 minutes on a quiet machine; LOAD=--load puts another job on it meanwhile.
bench-identical: build ## how often identical copies are called different
	$(call benchmark,memory-driver)
	python3 Benchmarks/identical-copies.py .build/release/rehearse .build/release/memory-driver \
	  $(or $(CHECKS),40) $(LOAD)

# How long a check in CI takes, by what changed, and what hyperfine says in as much time. Some 15 minutes.
bench-gate: build $(BENCH_PYTHON)/bin/python3 ## how long a check in CI takes; 15 minutes
	$(BENCH_PYTHON)/bin/python3 Benchmarks/gate-benchmark.py .build/release/rehearse

# How many stories of COMMITS=40 commits of public repositories are proven, cloned from SOURCE.
bench-commits: build ## how many stories of real commits need not be measured; 25 minutes
	python3 Benchmarks/real-commits.py .build/release/rehearse $(or $(COMMITS),40) $(SOURCE)

# Whether two copies of a program differ by where in memory they lie.
bench-places: build ## what the place of a program's file in memory decides; 10 minutes
	python3 Benchmarks/places.py .build/release/rehearse $(or $(EXPERIMENTS),40)

# Start time, overhead and report time of COMMITS="HEAD" against the older commit AGAINST, by default that of the newest
# row. Some 5 minutes a commit, and what building takes.
bench-own-history: build ## Rehearse's own start time, overhead and report time, by commit
	python3 Benchmarks/own-history.py .build/release/rehearse "$(AGAINST)" $(or $(COMMITS),HEAD)

bench-judge: build ## whether a judge of many attempts is fooled; 30 minutes
	python3 Benchmarks/judge-benchmark.py .build/release/rehearse $(or $(GAINS),20)

# What the pair of another story does to the pair beside it, ROUNDS=2. Some 25 minutes.
bench-beside: build ## whether two pairs at once disturb each other; 25 minutes
	python3 Benchmarks/beside-benchmark.py .build/release/rehearse $(or $(ROUNDS),2)

# How far chance moves the wall time of a program with threads, in the usual and in the real-time class, as root:
# PAIRS=20, beside JOBS=8 other processes and without them. Some 8 minutes.
bench-parallel: build ## how far chance moves the wall time of a program with threads; as root
	python3 Benchmarks/parallel-benchmark .build/release/rehearse $(or $(PAIRS),20) $(or $(JOBS),8)

# Whether a check finds that a program with threads takes longer: CHECKS=5 a change, beside JOBS=8 other processes and
# without them. Some 45 minutes.
bench-gang: build $(BENCH_PYTHON)/bin/python3 ## whether a check finds that a program with threads takes longer; 45 minutes
	$(BENCH_PYTHON)/bin/python3 Benchmarks/gang-benchmark .build/release/rehearse $(or $(CHECKS),5) $(or $(JOBS),8)

# PAIRS=20 of DURATION=5 s, alone and beside JOBS=8 other processes, and beside wrk, hey and Locust if they can be had.
# Some 80 minutes; PAIRS=5 DURATION=2 takes some 10.
bench-users: companions $(BENCH_PYTHON)/bin/python3 ## how sharp a comparison of two servers' latencies is; 80 minutes
	-$(BENCH_PYTHON)/bin/pip install --quiet locust==2.47.0
	PATH="$$PATH:$(CURDIR)/$(BENCH_PYTHON)/bin" python3 Benchmarks/users-benchmark .build/release/rehearse \
	  $(or $(PAIRS),20) $(or $(DURATION),5) $(or $(JOBS),8)

bench-users-accuracy: companions ## latencies beside the kernel's own times of packets; as root, with tcpdump
	python3 Benchmarks/users-benchmark/accuracy.py .build/release/rehearse

# CHECKS=100 whole checks of a server beside itself, and a tenth as many of each change, with users for DURATION=2 s in
# each run, alone and beside JOBS=8 other processes: some 320 checks of some 4 minutes. It can be stopped, and goes on
# where it was (MINUTES=60 stops it).
bench-users-checks: companions ## how often whole checks of two servers are right; 20 hours
	python3 Benchmarks/users-benchmark/checks.py .build/release/rehearse $(or $(CHECKS),100) $(or $(DURATION),2) \
	  $(or $(JOBS),8) $(or $(MINUTES),inf)

# Checks of branches whose code only moved, and of some that do more.
bench-moved: build ## checks of code that only moved
	python3 Benchmarks/moved-code/moved-code.py .build/release/rehearse $(CHECKS)

# Whether 'rehearse explain' finds which function changed, beside other tools: 100 seeded changes and 20
# programs beside themselves. Some 2 hours; it can be stopped, and goes on where it was (MINUTES=10 stops it).
bench-explain: setup-bench build ## whether 'explain' finds which function changed; 2 hours
	python3 Benchmarks/explain-benchmark .build/release/rehearse $(or $(CHANGES),100) \
	  $(or $(IDENTICAL),20) $(or $(PAIRS),20) 1 $(or $(MINUTES),inf)

# Whether 'rehearse explain --metric off-cpu-time' names the function that waits longer: CHANGES=40 changes, and 20
# times a program beside itself; PAIRS=… instead of explain's own number of pairs.
bench-waiting: setup-bench build ## whether 'explain' finds which function waits longer; 15 minutes
	python3 Benchmarks/waiting-benchmark .build/release/rehearse $(or $(CHANGES),40) $(or $(IDENTICAL),20) $(PAIRS)

# Whether 'rehearse explain --metric' finds which function allocates more, to the unit, and how much longer
# programs take meanwhile, beside heaptrack: CHANGES=48 seeded changes, ROUNDS=9 of the same steps.
bench-who-allocates: setup-bench build ## whether 'explain' finds which function allocates more
	python3 Benchmarks/who-allocates-benchmark .build/release/rehearse $(or $(CHANGES),48) \
	  $(or $(ROUNDS),9)

# What is said of healthy apps and of apps that leak: a thousand made-up runs of each, and 20 real ones,
# beside straight lines through resident memory. Some 5 minutes, most of them for building.
bench-leaks: setup-bench build $(BENCH_PYTHON)/bin/python3 ## what is said of apps that leak, and of healthy ones
	$(call benchmark,leak-benchmark leak-driver)
	$(PUBLISHED) --counts .build/release/leak-benchmark $(RUNS)
	$(BENCH_PYTHON)/bin/python3 Benchmarks/leaks.py .build/release/rehearse .build/release/leak-driver \
	  $(or $(ROUNDS),20)

# How long the tables of an experiment of 10,000 runs and 10 million samples take, beside pandas on
# the same measurements.
bench-report: build $(BENCH_PYTHON)/bin/python3 ## the tables of 10,000 runs, beside pandas
	$(call benchmark,report-benchmark)
	rm -rf .build/report && mkdir -p .build/report
	.build/release/report-benchmark .build/report/large.sqlite
	.build/release/rehearse export latest --store .build/report/large.sqlite \
	  > .build/report/large.csv
	$(BENCH_PYTHON)/bin/python3 Benchmarks/report-benchmark/compare.py .build/release/rehearse \
	  .build/report/large.sqlite .build/report/large.csv

# Thousands of stories, experiments and samples, the start and the size, beside their aims. Some 5 minutes, and what
# building takes.
bench-large: companions ## thousands of stories, experiments and samples, beside their aims; 5 minutes
	$(call benchmark,report-benchmark)
	rm -rf .build/report && mkdir -p .build/report
	.build/release/report-benchmark .build/report/large.sqlite
	python3 Benchmarks/large-benchmark.py .build/release .build/report/large.sqlite

# The committed reports: the scenarios', and that of the measurements of 2015. In Markdown with its
# pictures and measurements alone, since pages and tables can be made of these; compressed, for each has
# some ten thousand values. .ci/check-house.py holds their size.
# Each is measured as a part, and an interrupted call goes on where it was: PARTS="chord chord/pairs" makes some. Parts
# can be committed before the others are made; they stay of one commit: Benchmarks/references.py.
references: companions setup-apps ## measures all scenarios anew for Results; some parts by PARTS=
	@$(call apt,xz-utils $(OBJECTIVE_C_PACKAGES))
	python3 Benchmarks/references.py $(PARTS)
	python3 Results/kmu2015/beside.py Results/inventory-languages
	python3 Benchmarks/answers.py
	python3 .ci/benchmark-pages.py

# The report of the measurements of 2015.
reference-2015: companions ## makes the report of the figures of 2015 anew
	.build/release/rehearse import --name kmu2015 \
	  --title "KMU Inventory, 2015: Swift and Objective-C" \
	  --story-title "US1=Log in" --story-title "US2=List" \
	  --story-title "US3A=Lend, from the list" --story-title "US3B=Lend, by QR code" \
	  --story-title "US4A=Return, from the list" --story-title "US4B=Return, by QR code" \
	  --story-title "US5=Edit the login" --story-title "US7=Filter the free devices" \
	  swift=Results/kmu2015/swift_measurements.csv objc=Results/kmu2015/objc_measurements.csv
	.build/release/rehearse report latest --format md --output Results/kmu2015/report
	xz -9ef Results/kmu2015/report/measurements.csv
	sed -i s/measurements.csv/measurements.csv.xz/g Results/kmu2015/report/report.md
	cd Results/kmu2015 && ../../.build/release/rehearse scorecard guideline.yml \
	  --tables guideline.md --chart guideline.svg && \
	../../.build/release/rehearse scorecard swift-or-objc.yml \
	  --tables swift-or-objc.md --ratios swift-or-objc.svg

clean: ## takes away all that was built
	rm -rf .build
