# Vezér's commands; `make help` lists them. Needs GNU make and Cargo, nothing else.
#
#   EXE=name   the binary that `make` leaves here (OpenBench passes it)
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

export RUSTFLAGS := $(FLAGS)

.PHONY: build test lint bench benches perft pgo clean help
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

clean: ## Remove everything that was built
	@cargo clean --target-dir "$(TARGET_DIR)"
	@rm -f "$(EXE)"

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
