# Vezér's commands; `make help` lists them. Needs GNU make and Cargo, nothing else.
#
#   EXE=name   the binary that `make` leaves here (OpenBench passes it)
#   EVALFILE=file   the network to put into the program instead of assets/vezer.vznn; make hands it
#              on to assets/build.rs, which reads it
#   CPU=name   the processor to build for, as `rustc -C target-cpu` knows it; native is this one
#   DEPTH=n    the depth of `make bench` and `make perft`

EXE   := vezer
CPU   := native
DEPTH :=

TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
BUILT      := $(TARGET_DIR)/release/vezer
FLAGS      := $(strip -C target-cpu=$(CPU) $(RUSTFLAGS))
RELEASE    := cargo build --release --locked --target-dir "$(TARGET_DIR)"

ifeq ($(OS),Windows_NT)
  override EXE := $(patsubst %.exe,%,$(EXE)).exe
  BUILT := $(BUILT).exe
endif
ifeq ($(SHELL),sh.exe) # Windows without a POSIX shell
  COPY = copy /y "$(subst /,\,$(BUILT))" "$(subst /,\,$(EXE))" >nul
else
  COPY = cp -f "$(BUILT)" "$(EXE)"
endif
RUN := $(if $(findstring /,$(EXE)),$(EXE),./$(EXE))

# Where the engine has code of its own for the processor or the system, besides this machine.
ELSEWHERE := aarch64-unknown-linux-gnu x86_64-pc-windows-gnu aarch64-apple-darwin

export RUSTFLAGS := $(FLAGS)

.PHONY: build test lint cross bench benches perft pgo deny licences fuzz sanitize soak clean help
.DEFAULT_GOAL := build

build: ## Build the engine for this processor as ./vezer
	@$(RELEASE)
	@$(COPY)

test: ## Run all tests, with debug assertions and overflow checks
	@cargo test --locked

lint: ## Check formatting, compiler and clippy warnings, documentation
	@cargo fmt --check
	@cargo clippy --locked --all-targets -- -D warnings
	@cargo rustdoc --locked --lib -- -D warnings --document-private-items

cross: ## Check the code for other processors and systems (fetches what rustup has for them)
	@rustup target add $(ELSEWHERE)
	@set -e; for target in $(ELSEWHERE); do \
	  RUSTFLAGS= cargo clippy --locked --target $$target -- -D warnings; \
	done

bench: build ## Search a fixed set of positions; print nodes and nodes per second
	@$(RUN) bench $(DEPTH)

benches: ## Run the micro-benchmarks and the perft comparison with other libraries
	@cargo bench --locked

perft: build ## Count the lines of DEPTH moves from the start position (6 if not given)
	@$(RUN) perft $(or $(DEPTH),6)

# Profile-guided: an instrumented build runs the bench, the final build uses what it recorded.
# Profiles are tied to the LLVM version inside rustc, so only that version's tool will do.
PROFILE := $(abspath $(TARGET_DIR))/pgo

pgo: ## Build like `make`, optimised by a profile of the bench (needs llvm-profdata)
	@set -e; \
	llvm=$$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'); \
	host=$$(rustc -vV | sed -n 's/^host: //p'); \
	for tool in "$$(rustc --print sysroot)/lib/rustlib/$$host/bin/llvm-profdata" \
	    "llvm-profdata-$$llvm" llvm-profdata none; do \
	  if "$$tool" merge --version 2>/dev/null | grep -q "LLVM version $$llvm\."; then break; fi; \
	done; \
	if [ "$$tool" = none ]; then \
	  echo "make pgo needs llvm-profdata of LLVM $$llvm, the version inside this rustc." >&2; \
	  echo "Try: rustup component add llvm-tools, or your system's package llvm-$$llvm." >&2; \
	  exit 1; \
	fi; \
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PROFILE)" $(RELEASE); \
	rm -rf "$(PROFILE)"; \
	"$(BUILT)" bench $(DEPTH) >/dev/null; \
	"$$tool" merge -o "$(PROFILE)/merged.profdata" "$(PROFILE)"; \
	RUSTFLAGS="$(FLAGS) -C profile-use=$(PROFILE)/merged.profdata" $(RELEASE)
	@$(COPY)

deny: ## Check licences, advisories and sources of all dependencies (needs cargo-deny)
	@cargo deny --locked --config .ci/deny.toml check

licences: ## Write assets/LICENCES.md, the notices of the crates in the program
	@cargo test --locked --test licences write -- --ignored

# The sanitizers are not stable features of the compiler: RUSTC_BOOTSTRAP lets the present one have
# them. Only code for a named target is checked, so that build scripts stay as they are.
HOST     = $(shell rustc -vV | sed -n 's/^host: //p')
UNSTABLE := RUSTC_BOOTSTRAP=1
FUZZ     := $(UNSTABLE) cargo fuzz
SECONDS  := 60
TARGETS  = $(shell cargo fuzz list --fuzz-dir tests/fuzz)
# Scoped threads free what is local to them just after their scope has ended, which a look for leaks
# at that moment takes for one; `make soak` watches the memory of conversations instead.

fuzz: ## Fuzz each of TARGETS for SECONDS (all, 60; needs cargo-fuzz)
	@set -e; for target in $(TARGETS); do \
	  corpus="$(TARGET_DIR)/fuzz/$$target"; mkdir -p "$$corpus"; \
	  leaks=1; if [ $$target = uci ]; then leaks=0; fi; \
	  $(FUZZ) run --fuzz-dir tests/fuzz --target $(HOST) $$target \
	    "$$corpus" tests/fuzz/seeds/$$target -- -detect_leaks=$$leaks \
	    -max_total_time=$(SECONDS) -timeout=60 -rss_limit_mb=4096 -print_final_stats=1; \
	done

# Threads started by the standard library, which is not instrumented, are known to the sanitizers. Not
# for this processor: what build scripts depend on is built without flags, and cozy-chess wants the same.
SANITIZED = $(UNSTABLE) CARGO_TARGET_DIR="$(abspath $(TARGET_DIR))/sanitize-$(1)" \
  RUSTFLAGS="-Zsanitizer=$(1) -Cunsafe-allow-abi-mismatch=sanitizer" \
  VEZER_MUTATIONS=1 cargo test --locked --target $(HOST)

sanitize: ## Run search, threads and conversations under AddressSanitizer and ThreadSanitizer
	@$(call SANITIZED,address) --test uci --test search --test mutations --test playouts
	@$(call SANITIZED,thread) --test uci --test search

GAMES  := 1000
TC     := 1+0.01
MARGIN := 10

soak: build ## Play GAMES games with TC seconds under every setting (1000, 1+0.01)
	@VEZER_SOAK_ENGINE="$(abspath $(EXE))" VEZER_SOAK_GAMES=$(GAMES) VEZER_SOAK_TC=$(TC) \
	  VEZER_SOAK_MARGIN=$(MARGIN) \
	  cargo test --locked --test faults soak -- --ignored --nocapture

clean: ## Remove everything that was built
	@cargo clean --target-dir "$(TARGET_DIR)"
	@rm -f "$(EXE)"

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
