# make            builds build/gimbal and every plugin of methods/ and models/
# make verify     installs missing packages, builds, judges every method, prints the place of the report
# make verify-short   the same with a suite of a few seconds
# make check      installs missing packages, builds, runs the project's own tests
# make trials     runs the tests that take longer: faults, hostile plugins, damage, many ranks,
#                 the judge's calibration, programs that confirm refutations
# make libraries  names and installs the libraries with integrators, builds their adapters, and judges
#                 the integrators. libraries-sample, for CI: some of each library, if it can be installed
# make install    installs the program, plugins, headers, libgimbal_judge, manual pages and completion,
#                 below ./configure --prefix; make uninstall removes them
# make dist       a tarball of the last commit
# make release    VERSION=x.y.z: checks that all is ready for a release; the tarball is in out/release
# make deb        Debian packages of the last commit, in build/deb, for the running release of Debian
# make asan       the tests and a short verification under AddressSanitizer and UBSan
# make valgrind   a short verification under memcheck
# make mutation, make calibration, make blind, make metamorphic   tests of the judge itself
# make bench      speed; make shadow: the table tests/shadow.md; make pictures: those of the README
# make gallery    pages of the Butcher tables in ci/tables, in out/gallery
# make ledger     pages of published claims in out/ledger, with the verdicts of RESULTS=DIR
# make artifact   DIR=DIR SUITE=FILE: a folder with which evaluators run a suite again
# make certificates  1,000 mutated certificates of refuted claims, each rejected
# make testset    the exported test set in build/testset; tests/testset_reader.py (with mpmath) reproduces it
# make fuzz       each target of tests/fuzz/ for SECONDS=600, by libFuzzer if there is clang; fuzz-sample:
#                 their corpora and a fixed sequence of mutations, under sanitizers
# make fault      makes some system calls of a small run fail; FAULTS=all: each call
# make format     clang-format over every source
# make clean      removes what was built; distclean: also config.mk and reports
#
# Variables: V=1 shows the commands, BUILD=build-X builds in another folder, OUT=DIR is the folder of
# reports, JOBS=N the number of processes, SUITE=FILE the suite, ARGUMENTS=... more options of
# `gimbal verify`. INSTALL=no installs no packages but names them.

all:
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

BUILD = build
# Dependencies name their targets as this make does, so one folder has one name.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
OUT = out
JOBS := $(shell nproc 2>/dev/null || echo 1)
INSTALL = yes
SUITE =
ARGUMENTS =
SHORT = ci/suites/short.yaml

# ---- What ./configure found ----------------------------------------------------------------------
# The goals below do without it, or see to it themselves.
WITHOUT_CONFIG = set-up verify verify-short libraries libraries-sample check dist deb release clean distclean help format
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(WITHOUT_CONFIG),$(MAKECMDGOALS)),all),)
include config.mk
# A newer configure is run as the last one was, not as this make happens to be called.
config.mk: configure
	$(if $(wildcard config.mk),env -u CC -u CXX -u CFLAGS -u LDFLAGS )./configure $(CONFIGURE_ARGUMENTS)
endif

Q = $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' $(1) $(2);)

# ---- Sources: whatever is there ------------------------------------------------------------------
# SKIP names sources to leave out.
sources = $(filter-out $(SKIP),$(sort $(wildcard $(1))))
# Compiled in both precisions.
CORE := $(call sources,harness/core/*.c) harness/units/model_calls.c harness/units/derived_calls.c $(addprefix harness/numerics/,difference.c group.c group_se3.c group_small.c linear.c stencil.c)
# In quadruple precision only.
QUAD_ONLY := harness/solver/quad_newton.c
# libgimbal_judge: the judge of tables without PETSc, which harness/library/petscsys.h replaces.
JUDGE := $(call sources,harness/library/*.c) $(wildcard harness/judge/*table*.c) $(addprefix harness/, judge/add.c \
	finding/sentence.c $(addprefix studies/order/,rule.c rule_late.c measurement.c parasitic.c) \
	$(addprefix record/,record.c job.c verdict.c measured.c measured_units.c words.c member.c member_value.c seal.c) \
	$(addprefix statistics/,decide.c defect.c few.c fit.c late.c law.c line.c rates.c slope.c turning.c weigh.c) \
	$(addprefix base/,arena.c memory.c digits.c hash.c json_text.c regular_file.c sort.c text_stream.c utf8.c word_list.c nearest.c))
ONCE := $(filter-out harness/main.c $(CORE) $(QUAD_ONLY) harness/library/%, \
	$(call sources,harness/*.c harness/*/*.c harness/*/*/*.c reports/*.c))
# Adapters to the libraries that configure found, each named after its own.
ADAPTERS := $(call sources,$(foreach library,$(LIBRARIES),$(addprefix methods/libraries/$(library)_,*.c *.cpp)))
plugins = $(filter-out $(if $(CXX),,%.cpp),$(1))
PLUGINS := $(call plugins,$(call sources,$(foreach room,methods models,$(room)/*.c $(room)/*.cpp)) $(ADAPTERS))
TEST_PLUGINS := $(call plugins,$(call sources,tests/plugins/*.c tests/plugins/*.cpp tests/hostile/*.c \
	tests/mutants/on_groups/*.c))
# Methods that were written before the judge had seen them: `make blind`.
BLIND_PLUGINS := $(call sources,tests/right/*.c tests/wrong/*.c tests/trial/*.c)
TESTS := $(call sources,tests/t[0-9]*.c)
TOOLS := $(filter-out $(TESTS),$(call sources,tests/*.c))
SCRIPTS := $(call sources,tests/t[0-9]*.sh)

# Without a second precision: ./configure --without-quad.
QUAD_OBJECTS := $(if $(filter yes,$(WITHOUT_QUAD)),,quad)
LIBRARY_OBJECTS := $(ONCE:%.c=$(BUILD)/%.o) $(CORE:%.c=$(BUILD)/%.double.o) \
	$(if $(QUAD_OBJECTS),$(CORE:%.c=$(BUILD)/%.quad.o) $(QUAD_ONLY:%.c=$(BUILD)/%.quad.o))
modules = $(patsubst %,$(BUILD)/%.so,$(basename $(1)))
MODULES := $(call modules,$(PLUGINS))
TEST_MODULES := $(call modules,$(TEST_PLUGINS))
BLIND_MODULES := $(call modules,$(BLIND_PLUGINS))
TEST_PROGRAMS := $(TESTS:%.c=$(BUILD)/%)
TOOL_PROGRAMS := $(TOOLS:%.c=$(BUILD)/%)
# A library that makes calls of the system fail.
FAULT := $(BUILD)/tests/fault/fault.so

# ---- Flags ---------------------------------------------------------------------------------------
# Contraction to fused multiply-add would make results depend on the compiler.
COMMON = -std=c11 -Wall -Wextra -Wpedantic -Wvla -Wshadow -ffp-contract=off $(CFLAGS) -MMD -MP
# A sanitizer has protections of its own, and the sizes of objects are known where a compiler optimises.
PLAIN = $(if $(findstring -fsanitize,$(CFLAGS)),yes)
HARDENED = $(if $(PLAIN),,$(if $(filter-out -O0,$(filter -O%,$(CFLAGS))),$(HARDENING), \
	$(filter-out -U% -D%,$(HARDENING))))
HARDENED_LINK = $(if $(PLAIN),,$(HARDENING_LINK))
PROGRAM = $(HARDENED) $(COMMON) -D_GNU_SOURCE -I. -Iharness -Iinclude -I$(BUILD) $(PETSC_CFLAGS) $(LIBRARY_CFLAGS) \
	$(if $(QUAD_OBJECTS),,-DGIMBAL_WITHOUT_QUAD)
LIBRARY = $(HARDENED) $(COMMON) -D_GNU_SOURCE -I. -Iharness -Iinclude -I$(BUILD) -Iharness/library $(JSON_CFLAGS) -fPIC \
	-fvisibility=hidden -fno-lto
PLUGIN = $(COMMON) -Iinclude -fPIC -fvisibility=hidden
# Designated initialisers are C++20's, and leave out what they do not need. Debian's CFLAGS have an option of C.
PLUGIN_CPP = $(filter-out -std=% -Wpedantic -Werror=implicit-function-declaration,$(COMMON)) -std=gnu++17 -Wno-missing-field-initializers \
	$(CLOSABLE) -Iinclude -fPIC -fvisibility=hidden -fvisibility-inlines-hidden
# Sanitised objects find their run-time library in the program.
DEFINED = $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl,-z,defs)
QUAD = -DGIMBAL_QUAD $(QUAD_WARNINGS)
QUAD_LIBS = $(if $(QUAD_OBJECTS),$(QUADMATH))
LIBS = $(HARDENED_LINK) $(PETSC_LIBS) $(LIBRARY_LIBS) $(QUAD_LIBS) -ldl -lm

# ---- The program ---------------------------------------------------------------------------------
.PHONY: all tests
all: $(BUILD)/gimbal $(BUILD)/libgimbal.a $(MODULES) $(BUILD)/gimbal.pc judge-library
tests: all $(TEST_PROGRAMS) $(TOOL_PROGRAMS) $(TEST_MODULES) $(FAULT)

# Everything depends on the flags it is compiled with.
FLAGS = $(CC) $(CXX) $(PROGRAM) $(LIBRARY) $(PLUGIN) $(PLUGIN_CPP) $(QUAD) $(LDFLAGS) $(LIBS)
ifneq ($(filter-out $(WITHOUT_CONFIG),$(or $(MAKECMDGOALS),all)),)
$(shell mkdir -p $(BUILD))
ifneq ($(strip $(FLAGS)),$(strip $(file <$(BUILD)/flags)))
$(file >$(BUILD)/flags,$(strip $(FLAGS)))
endif
# A plugin whose source is gone would still be found.
STALE := $(filter-out $(MODULES) $(TEST_MODULES) $(BLIND_MODULES) $(SKIP:%.c=$(BUILD)/%.so), \
	$(wildcard $(BUILD)/methods/*.so $(BUILD)/methods/libraries/*.so $(BUILD)/models/*.so) \
	$(wildcard $(addsuffix /*.so,$(addprefix $(BUILD)/tests/,plugins hostile right wrong mutants/on_groups))))
$(if $(STALE),$(shell rm -f $(STALE)))
endif

$(BUILD)/gimbal: $(BUILD)/harness/main.o $(LIBRARY_OBJECTS)
	$(call say,LINK,$@)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS)

# Made anew, and by appending: two folders may have files of one name.
$(BUILD)/libgimbal.a: $(LIBRARY_OBJECTS)
	$(call say,AR,$@)rm -f $@ && $(AR) qcs $@ $^

$(BUILD)/%.o: %.c $(BUILD)/flags | $(BUILD)/finding.h
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(PROGRAM) $(DEFINES) -c -o $@ $<

# The causes that verdicts rest on, and the quantities in them, as lists for the compiler.
$(BUILD)/finding.h: harness/finding/causes.txt harness/finding/quantities.txt
	@mkdir -p $(@D); awk 'FNR == 1 { print "\n#define " (NR == 1 ? "CAUSES" : "QUANTITIES") "(X) \\" } /^[a-z]/ { \
		name = $$1; second = toupper($$2); sub(/^[^ ]* /, ""); \
		print "X(" toupper(name) ", " (NR == FNR ? "\"" name "\", " $$0 : second ", \"" name "\"") ") \\" }' $^ >$@.new; \
	echo >>$@.new; mv $@.new $@

# The commit is compiled into one file, and written anew only when it changes. `git archive`, and with
# it `make dist`, puts it in the place of the dollars in commit.txt; elsewhere git knows it, if this
# folder is its own: not where it lies in the repository of another project.
$(BUILD)/harness/cli/version.o: $(BUILD)/commit.h
$(BUILD)/commit.h: always
	@mkdir -p $(@D); commit=$$(cut -c1-12 harness/cli/commit.txt); \
	case $$commit in ''|\$$*) commit=$$([ -e .git ] && git describe --always --dirty --abbrev=12 2>/dev/null || \
		echo unknown) ;; esac; echo "#define GIMBAL_COMMIT \"$$commit\"" >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
.PHONY: always

# The libraries that configure did not find, for one file: where libraries are installed later, the others
# are not compiled again.
$(BUILD)/harness/cli/words.o: $(BUILD)/libraries.h
$(BUILD)/libraries.h: always
	@mkdir -p $(@D); echo '#define GIMBAL_LIBRARIES_LEFT_OUT "$(strip $(LIBRARIES_LEFT_OUT))"' >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# The core is compiled in both precisions; in quadruple precision its names end in _quad.
QUAD_NAMES := $(BUILD)/quad_names.h
$(QUAD_NAMES): $(CORE:%.c=$(BUILD)/%.double.o)
	@nm -gP $^ | awk '$$1 ~ /^[A-Z][A-Za-z0-9]*$$/ && $$1 !~ /^Core/ && $$2 ~ /[TDRB]/ { \
		print "#define " $$1 " " $$1 "_quad" }' | sort -u >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(BUILD)/harness/%.double.o: harness/%.c $(BUILD)/flags | $(BUILD)/finding.h
	@mkdir -p $(@D)
	$(call say,CC,"$< (double)")$(CC) $(PROGRAM) -c -o $@ $<
$(BUILD)/harness/%.quad.o: harness/%.c $(BUILD)/flags $(QUAD_NAMES) | $(BUILD)/finding.h
	@mkdir -p $(@D)
	$(call say,CC,"$< (quad)")$(CC) $(PROGRAM) -DGIMBAL_QUAD -include $(QUAD_NAMES) -c -o $@ $<

# ---- The judge for other programs ----------------------------------------------------------------
# One object with the names of gimbal_judge.h alone, so that a program's own names meet no others.
.PHONY: judge-library
OBJCOPY = objcopy
JUDGE_LIBRARY = $(addprefix $(BUILD)/,libgimbal_judge.so.1 libgimbal_judge.so libgimbal_judge.a gimbal_judge.pc)
judge-library: $(JUDGE_LIBRARY)
$(BUILD)/library/%.o: %.c $(BUILD)/flags | $(BUILD)/finding.h
	@mkdir -p $(@D)
	$(call say,CC,"$< (library)")$(CC) $(LIBRARY) -c -o $@ $<
$(BUILD)/library/gimbal_judge.o: $(JUDGE:%.c=$(BUILD)/library/%.o)
	$(call say,LINK,$@)$(CC) $(CFLAGS) -fno-lto -r -nostdlib -o $@ $^ && $(OBJCOPY) --localize-hidden $@
$(BUILD)/libgimbal_judge.a: $(BUILD)/library/gimbal_judge.o
	$(call say,AR,$@)rm -f $@ && $(AR) qcs $@ $^
$(BUILD)/libgimbal_judge.so.1: $(BUILD)/library/gimbal_judge.o harness/library/judge.map
	$(call say,LINK,$@)$(CC) $(CFLAGS) -shared $(DEFINED) -Wl,-soname,$(@F) -Wl,--version-script=$(word 2,$^) -o $@ $< \
		$(LDFLAGS) $(filter-out -pie,$(HARDENED_LINK)) $(JSON_LIBS) -lm
$(BUILD)/libgimbal_judge.so: $(BUILD)/libgimbal_judge.so.1
	ln -sf $(<F) $@

# ---- Plugins -------------------------------------------------------------------------------------
# Each library of methods/libraries/ is linked with its adapters alone; as those of C know double precision
# alone, so do these, and plugins with `_double` in the name.
ALL_MODULES := $(MODULES) $(TEST_MODULES) $(BLIND_MODULES)
adapters = $(BUILD)/methods/libraries/$(1)_%
$(call adapters,gsl): LIBRARY_CFLAGS_HERE = $(GSL_CFLAGS)
$(call adapters,gsl): LIBRARY_LIBS_HERE = $(GSL_LIBS)
$(call adapters,sundials): LIBRARY_CFLAGS_HERE = $(PETSC_CFLAGS)
$(call adapters,sundials): LIBRARY_LIBS_HERE = -Wl,--as-needed $(SUNDIALS_LIBS) $(PETSC_LIBS)
$(call adapters,petsc): LIBRARY_CFLAGS_HERE = $(PETSC_CFLAGS)
$(call adapters,petsc): LIBRARY_LIBS_HERE = $(PETSC_LIBS)
DOUBLE_ONLY := $(filter $(foreach library,gsl sundials petsc,$(call adapters,$(library))) %_double.so,$(ALL_MODULES))
WITH_TWIN := $(if $(QUAD_OBJECTS),$(filter-out $(DOUBLE_ONLY),$(ALL_MODULES)))
CPP_MODULES := $(call modules,$(filter %.cpp,$(PLUGINS) $(TEST_PLUGINS)))

$(ALL_MODULES): %.so: %.double.o
	$(call say,PLUGIN,$@)$(if $(filter $@,$(CPP_MODULES)),$(CXX),$(CC)) $(CFLAGS) -shared $(DEFINED) -o $@ $^ \
		$(LDFLAGS) $(LIBRARY_LIBS_HERE) $(QUAD_LIBS) -lm
$(WITH_TWIN): %.so: %.quad.o
plugin_object = $(patsubst %.so,%.$(1).o,$(filter-out $(CPP_MODULES),$(2)))
cpp_object = $(patsubst %.so,%.$(1).o,$(filter $(CPP_MODULES),$(2)))
$(call plugin_object,double,$(ALL_MODULES)): $(BUILD)/%.double.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(PLUGIN) $(LIBRARY_CFLAGS_HERE) -c -o $@ $<
$(call plugin_object,quad,$(WITH_TWIN)): $(BUILD)/%.quad.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,"$< (quad)")$(CC) $(PLUGIN) $(QUAD) -c -o $@ $<
$(call cpp_object,double,$(ALL_MODULES)): $(BUILD)/%.double.o: %.cpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CXX,$<)$(CXX) $(PLUGIN_CPP) -c -o $@ $<
# C++ has no word on constants without a suffix.
$(call cpp_object,quad,$(WITH_TWIN)): $(BUILD)/%.quad.o: %.cpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CXX,"$< (quad)")$(CXX) $(PLUGIN_CPP) $(filter-out %unsuffixed-float-constants %implicit-float-conversion,$(QUAD)) -c -o $@ $<

# ---- Tests ---------------------------------------------------------------------------------------
# What is compiled in both precisions has tests that are so too: tests/both.h.
BOTH_TESTS := $(patsubst %.c,$(BUILD)/%,$(filter tests/t041%,$(TESTS)))
$(BOTH_TESTS:%=%.quad.o): $(BUILD)/%.quad.o: %.c $(BUILD)/flags $(QUAD_NAMES) | $(BUILD)/finding.h
	@mkdir -p $(@D)
	$(call say,CC,"$< (quad)")$(CC) $(PROGRAM) -DGIMBAL_QUAD -include $(QUAD_NAMES) -c -o $@ $<
$(if $(QUAD_OBJECTS),$(BOTH_TESTS)): $(BUILD)/tests/%: $(BUILD)/tests/%.quad.o
$(TEST_PROGRAMS) $(TOOL_PROGRAMS): $(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libgimbal.a
	$(call say,LINK,$@)$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/libgimbal.a $(LDFLAGS) $(LIBS)

# ---- Fuzzing -------------------------------------------------------------------------------------
# tests/fuzz/README.md. Each target has a driver of its own, or libFuzzer's, which FUZZER links.
.PHONY: fuzz fuzz-sample fuzz-targets run-fuzz run-fuzz-sample
SECONDS = 600
MUTATIONS = 500
FUZZER =
FUZZ_TARGETS = suite expression records folder cache descriptors table
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/%)
FUZZ_PLUGINS = $(addprefix $(BUILD)/,methods/rk4.so methods/gauss.so models/pendulum.so \
	models/kepler.so models/chaotic.so tests/fuzz/shim.so)
FUZZ_SANITISE = -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=undefined -fno-sanitize=null
FUZZ_OPTIONS = ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
fuzz-targets: $(FUZZ_PROGRAMS) $(FUZZ_PLUGINS)
$(BUILD)/tests/fuzz/%.o: DEFINES = -DFUZZ_BUILD='"$(abspath $(BUILD))"'
$(FUZZ_PROGRAMS): %: %.o $(BUILD)/tests/fuzz/fuzz.o $(if $(FUZZER),,$(BUILD)/tests/fuzz/driver.o) \
		$(BUILD)/libgimbal.a
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(FUZZER) -o $@ $(filter %.o,$^) $(BUILD)/libgimbal.a \
		$(LDFLAGS) $(LIBS)
$(BUILD)/tests/fuzz/shim.so: tests/fuzz/shim.c include/gimbal.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,PLUGIN,$@)$(CC) $(PLUGIN) -shared -o $@ $<

# What clang cannot do, the driver does without coverage.
fuzz:
	@if command -v clang >/dev/null; then \
		$(MAKE) BUILD=$(BUILD)-fuzz CC=clang QUAD_WARNINGS= FUZZER=-fsanitize=fuzzer \
			CFLAGS="$(FUZZ_SANITISE) -fsanitize=fuzzer-no-link" run-fuzz; \
	else \
		$(MAKE) BUILD=$(BUILD)-fuzz CFLAGS="$(FUZZ_SANITISE)" run-fuzz; \
	fi
run-fuzz: fuzz-targets
	@for target in $(FUZZ_TARGETS); do \
		echo "$$target: $(SECONDS) s"; mkdir -p $(BUILD)/corpus/$$target; \
		$(FUZZ_OPTIONS) $(BUILD)/tests/fuzz/$$target $(if $(FUZZER),-max_total_time=$(SECONDS) \
			-timeout=25 -rss_limit_mb=3000 -detect_leaks=0 -verbosity=0 -max_len=40000 -len_control=0 \
			-artifact_prefix=$(BUILD)/tests/fuzz/$$target-,--seconds $(SECONDS)) \
			$(BUILD)/corpus/$$target tests/fuzz/corpus/$$target || exit 1; \
	done

# For CI: the same inputs each time. Not optimised: most of its time is the compiler's.
fuzz-sample:
	@$(MAKE) $(PARALLEL) BUILD=$(BUILD)-sample CFLAGS="$(FUZZ_SANITISE) -O0" fuzz-targets
	@$(MAKE) BUILD=$(BUILD)-sample CFLAGS="$(FUZZ_SANITISE) -O0" run-fuzz-sample
run-fuzz-sample: fuzz-targets
	@for target in $(FUZZ_TARGETS); do \
		$(FUZZ_OPTIONS) $(BUILD)/tests/fuzz/$$target --mutations $(MUTATIONS) \
			tests/fuzz/corpus/$$target || exit 1; \
	done

# ---- Mutants: does the judge notice? ------------------------------------------------------------
# mutation makes tests/mutation.md in a quarter of an hour; mutation-sample is its one minute for CI.
# Mutants that no number makes are compiled from the methods' sources with a line changed: written
# first, and compiled by a make that can see them.
.PHONY: mutation mutation-sample variants variant-modules
MUTATION = GIMBAL_PLUGIN_PATH=$(BUILD)/methods:$(BUILD)/models:$(BUILD)/tests/mutants/on_groups GIMBAL_CACHE=$(BUILD)/reference-cache \
	$(BUILD)/tests/mutation -j $(JOBS) -o $(BUILD)/mutation --variants $(BUILD)/variants
ON_GROUPS = $(filter $(BUILD)/tests/mutants/on_groups/%,$(TEST_MODULES))
MUTANT_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/mutants/*.c))
$(BUILD)/tests/mutation: $(MUTANT_OBJECTS)
$(BUILD)/tests/mutation: LIBS := $(BUILD)/libgimbal.a $(LIBS)
$(BUILD)/tests/mutation.o $(MUTANT_OBJECTS): PROGRAM += -Itests
mutation: all variants $(ON_GROUPS)
	$(MUTATION) >$(BUILD)/mutation.md; status=$$?; \
	[ $$status -gt 1 ] || mv $(BUILD)/mutation.md tests/mutation.md; exit $$status
mutation-sample: all variants $(ON_GROUPS)
	$(MUTATION) --sample 48
variants: $(BUILD)/tests/mutation
	@$(BUILD)/tests/mutation --write-variants $(BUILD)/variants
	@$(MAKE) $(PARALLEL) variant-modules
VARIANTS := $(patsubst %.c,%.so,$(wildcard $(BUILD)/variants/*.c))
variant-modules: $(VARIANTS)
# What is left out leaves variables without a use.
$(VARIANTS): %.so: %.c include/gimbal.h include/gimbal_stages.h $(BUILD)/flags
	$(call say,MUTANT,$<)$(CC) $(PLUGIN) -w -c -o $*.double.o $< && \
	$(if $(QUAD_OBJECTS),$(CC) $(PLUGIN) $(QUAD) -w -c -o $*.quad.o $< &&) \
	$(CC) $(CFLAGS) -shared $(DEFINED) -o $@ $*.double.o $(if $(QUAD_OBJECTS),$*.quad.o) \
		$(LDFLAGS) $(QUAD_LIBS) -lm

# ---- Metamorphic relations: what must not change what is measured -------------------------------
# metamorphic tries each job of the default suite in nine other units, and then the relations of
# tests/relations.c between models and methods in many guises; metamorphic-sample, for CI, one pair in
# 240 and a few of the methods.
.PHONY: metamorphic metamorphic-sample
METAMORPHIC = GIMBAL_PLUGIN_PATH=$(BUILD)/methods:$(BUILD)/models \
	GIMBAL_CACHE=$(BUILD)/reference-cache $(BUILD)/tests/metamorphic -j $(JOBS)
TWINS = $(filter $(BUILD)/tests/plugins/twin_%,$(TEST_MODULES))
# The wrong twins have wrong claims, so verify ends with 1.
define RELATIONS
rm -rf $(BUILD)/relations
$(BUILD)/gimbal verify tests/relations.yaml $(TWINS:%=--plugin %) $(1) -j $(JOBS) \
	-o $(BUILD)/relations >/dev/null 2>&1; test $$? = 1
$(BUILD)/tests/relations $(BUILD)/relations
endef
metamorphic: all $(BUILD)/tests/metamorphic $(BUILD)/tests/relations $(TWINS)
	$(METAMORPHIC)
	$(call RELATIONS)
metamorphic-sample: all $(BUILD)/tests/metamorphic $(BUILD)/tests/relations $(TWINS)
	$(METAMORPHIC) --sample 240
	$(call RELATIONS,-m rk4 -m gauss_2 -m vprk_gauss_2 -m stormer_verlet -m "twin_*" -m "wrong_*" \
		-m lie_euler -m moser_veselov -m "lie_lobatto_*holonomic_2")

# ---- What happens when the system says no -------------------------------------------------------
# fault: calls of a small run that may fail do so, one in each run, and then the process ends at a write;
# of calls from one place only so many as it takes to see that they come to the same. t0339 is a sample
# of it. The library is loaded before the C library.
.PHONY: fault
FAULTS = classes
$(FAULT): tests/fault/fault.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(filter-out -Wpedantic,$(COMMON)) -std=gnu11 -fPIC -shared -o $@ $< -ldl
fault: all $(FAULT) $(BUILD)/tests/plugins/few_digits.so
	@BUILD=$(BUILD) tests/fault/prepare.sh $(BUILD)/fault
	@JOBS=$(JOBS) tests/fault/$(FAULTS).sh $(BUILD)/fault
	@JOBS=$(JOBS) tests/fault/$(FAULTS).sh $(BUILD)/fault 1 :kill

# ---- Right and wrong methods that the judge has not been made for --------------------------------
.PHONY: blind blind-modules
blind: all blind-modules
	@BUILD=$(abspath $(BUILD)) JOBS=$(JOBS) tests/blind.sh
blind-modules: $(BLIND_MODULES)

# The same with methods, models and tables drawn from families whose truth is known.
.PHONY: blind-random
SEED = 1
blind-random: all
	@GIMBAL=$(BUILD)/gimbal PYTHONDONTWRITEBYTECODE=1 python3 tests/drawn/trial.py $(SEED) \
		--output $(BUILD)/blind-random --jobs $(JOBS)

# ---- The table of tests/t0321_shadow.sh ------------------------------------------------------------
.PHONY: shadow
shadow: all $(BUILD)/tests/plugins/shadow_methods.so
	-$(BUILD)/gimbal verify tests/shadow.yaml --plugin $(BUILD)/tests/plugins/shadow_methods.so \
		-j $(JOBS) -m "shadow_*" -m stormer_verlet -m symplectic_euler -m implicit_midpoint \
		-m "gauss_*" -m "vprk_*" -m "yoshida_*" -o $(BUILD)/shadow >/dev/null 2>&1
	tests/shadow.sh $(BUILD)/shadow >$(BUILD)/shadow.md
	mv $(BUILD)/shadow.md tests/shadow.md

# ---- Synthetic data with known truth: how often is the judge wrong? -------------------------------
# 10 000 series of each class, in a few minutes.
.PHONY: calibration bench
calibration: $(BUILD)/tests/calibration
	$(BUILD)/tests/calibration 10000 >$(BUILD)/calibration.md
	mv $(BUILD)/calibration.md tests/calibration.md

# Pages of the tables in ci/tables.
.PHONY: gallery
gallery: $(BUILD)/gimbal
	@PYTHONDONTWRITEBYTECODE=1 python3 ci/gallery/gallery.py $(OUT)/gallery $(BUILD)/gimbal

# Pages of published claims, with the verdicts of a run: RESULTS=DIR. An artifact of one suite, in a new folder DIR.
.PHONY: ledger artifact
ledger: all
	@PYTHONDONTWRITEBYTECODE=1 python3 ci/ledger/ledger.py $(OUT)/ledger $(BUILD)/gimbal \
		$(if $(RESULTS),--results $(RESULTS)) $(SUITE)
artifact: all
	@PYTHONDONTWRITEBYTECODE=1 python3 ci/ledger/artifact.py $(DIR) $(BUILD)/gimbal $(SUITE) --jobs $(JOBS) \
		$(if $(RESULTS),--results $(RESULTS))

# Mutated certificates of refuted claims; two minutes.
.PHONY: certificates
certificates: all
	GIMBAL_PROGRAM=$(abspath $(BUILD))/gimbal python3 tests/certificate_mutations.py 1000 7

# The exported test set, and all of its digits by a reader that shares no code with it; fifteen minutes.
.PHONY: testset
testset: $(BUILD)/gimbal
	rm -rf $(BUILD)/testset
	$(BUILD)/gimbal export --all $(BUILD)/testset
	python3 tests/testset_reader.py $(BUILD)/testset

# The pictures in the README.
.PHONY: pictures
pictures: all
	$(BUILD)/gimbal verify work -j $(JOBS) -o $(BUILD)/pictures >$(BUILD)/pictures.tap
	$(BUILD)/gimbal report $(BUILD)/pictures --figure work:kepler,nonholonomic_particle
	cp $(BUILD)/pictures/plots/figure-work-kepler-e03.svg reports/pictures/work.svg

# The package for Python, which pip installs without a network. Needs python3-setuptools and python3-wheel.
.PHONY: wheel
PYTHON3 = python3
wheel:
	@$(PYTHON3) -c 'import sys, importlib.util as u; lacks = [m for m in ("pip", "setuptools", "wheel") if not u.find_spec(m)]; \
		lacks and sys.exit("make wheel: " + sys.executable + " has no module " + ", ".join(lacks) + " (Debian has python3-" + \
		", python3-".join(lacks) + " for its own, PYTHON3=/usr/bin/python3)")'
	@rm -rf $(BUILD)/python && mkdir -p $(BUILD) && cp -rL python $(BUILD)/python
	$(PYTHON3) -m pip wheel --quiet --no-index --no-build-isolation --no-deps -w $(BUILD)/wheel $(BUILD)/python

# Speed, as ratios measured in one run.
bench: all
	$(BUILD)/gimbal bench

# prove runs them, each by tests/run; more at a time than there are processors, since many of them wait:
# for what hangs, for what is killed, for one another's locks. `make check` takes five minutes on two
# processors; what takes longer than 20 s alone is in `make trials`, the longest first, so that none is
# left over at the end.
AT_A_TIME = $(shell expr $(JOBS) + $(JOBS) / 2)
TRIALS = t0108 t0613 t0617 t0616 t0310 t0505 t0339 t0343 t0348 t0350 t0342 t0323 t0346 t0347 t0381 t0102 t0116 \
	t0325 t0361 t0360 t0330 t0345 t0322 t0111 t0373 t0367 t0341 t0332 t0380 t0375 t0371 t0312 t0115 t0333 t0326 t0334 t0358 \
	t0364 t0750 t0120 t0113 t0129 t0119 t0313 t0331 t0321 t0365 t0336 t0372 t0402 t0319 t0128 t0374 t0324
CHECKED_FIRST = t0303
tests_of = $(foreach test,$(1),$(filter $(BUILD)/tests/$(test)_% tests/$(test)_%,$(TEST_PROGRAMS) $(SCRIPTS)))
PROVED = $(if $(PROVE),,$(error there is no `prove`: install the package perl and run ./configure)) \
	BUILD=$(abspath $(BUILD)) GIMBAL=$(abspath $(BUILD))/gimbal $(PROVE) -j $(AT_A_TIME) --exec tests/run
.PHONY: run-check run-trials
run-check: tests
	@$(PROVED) $(call tests_of,$(CHECKED_FIRST)) \
		$(filter-out $(call tests_of,$(CHECKED_FIRST) $(TRIALS)),$(TEST_PROGRAMS) $(SCRIPTS))
run-trials: tests
	@$(PROVED) $(call tests_of,$(TRIALS))

# ---- The two commands ----------------------------------------------------------------------------
.PHONY: set-up verify verify-short libraries libraries-sample check trials run-verify
verify: set-up
	@$(MAKE) run-verify
verify-short: set-up
	@$(MAKE) run-verify SUITE=$(SHORT)
check: set-up
	@$(MAKE) run-check
trials: set-up
	@$(MAKE) run-trials
# What was found before they were there is looked for anew. With LIBRARIES="octave desolve", those codes alone
# are installed, and put on trial (ci/trials); with INSTALL=no, and from npm, what is not here is skipped.
ifeq ($(origin LIBRARIES),command line)
libraries:
	@[ -x $(BUILD)/gimbal ] || MAKEFLAGS= $(MAKE) set-up INSTALL=$(INSTALL) BUILD=$(BUILD)
	@ci/install-packages $(INSTALL) codes $(LIBRARIES) || [ $(INSTALL) = no ]
	@BUILD=$(abspath $(BUILD)) ci/trial $(LIBRARIES)
else
libraries:
	@ci/install-packages $(INSTALL)
	@ci/install-packages $(INSTALL) libraries
	@$(MAKE) --always-make config.mk
	@$(MAKE) $(PARALLEL) all
	@$(MAKE) run-verify SUITE=$(or $(SUITE),libraries)
	@[ ! -e $(OUT)/tables/libraries.csv ] || ci/library-badges $(OUT)
endif
OF_EACH_LIBRARY = 'gsl_*' 'boost_runge_kutta_*' 'boost_extrapolation_4*' 'boost_symplectic_*' \
	'petsc_irk_*' 'petsc_bdf_*' 'petsc_basicsymplectic_*' 'petsc_rosw_ra34pw2*' 'sundials_erkstep_*' \
	'sundials_cvode_*' 'scipy_rk*'
libraries-sample:
	@if ci/install-packages $(INSTALL) libraries; then \
		$(MAKE) libraries ARGUMENTS="$(addprefix -m ,$(OF_EACH_LIBRARY))" OUT=$(BUILD)/libraries-sample; \
	else echo "libraries-sample: left out, since the libraries are not here"; fi

set-up:
	@ci/install-packages $(INSTALL)
	@$(MAKE) $(PARALLEL) $(if $(filter check trials,$(MAKECMDGOALS)),tests,all)
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

run-verify: all
	@$(BUILD)/gimbal verify $(SUITE) $(if $(filter libraries scipy,$(SUITE)),$(SCIPY_METHODS)) \
		$(ARGUMENTS) -j $(JOBS) -o $(OUT)
SCIPY_METHODS = $(if $(SCIPY),--external "$(SCIPY) methods/external/solve_ivp.py")

# ---- Memory --------------------------------------------------------------------------------------
.PHONY: asan valgrind
SANITISE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=undefined -fno-sanitize=null
asan:
	@$(MAKE) BUILD=$(BUILD)-asan CFLAGS="$(SANITISE)" OUT=$(BUILD)-asan/out JOBS=$(JOBS) run-asan
.PHONY: run-asan
# An error ends the program where it arises, with what it holds; so tests, which are full of errors,
# are run without the search for leaks, and the verification with it. Jobs of the tests die of
# signals on purpose, which must not become something else.
run-asan: export UBSAN_OPTIONS = print_stacktrace=1
run-asan: tests
	@ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_segv=0:handle_abort=0:handle_sigfpe=0 $(MAKE) run-check run-trials
	@ASAN_OPTIONS=fast_unwind_on_malloc=0 \
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0 \
	$(MAKE) run-verify SUITE=$(SHORT)
# One process, as leaks of the launcher of MPI are not ours; the workers are followed, gnuplot is not.
valgrind: all
	HWLOC_COMPONENTS=-x86 valgrind -q --trace-children=yes --trace-children-skip='*/gnuplot*' --num-callers=40 --error-exitcode=9 \
	--leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
	--suppressions=tests/valgrind.supp $(BUILD)/gimbal verify $(SHORT) -o $(BUILD)/valgrind

# ---- Installing ----------------------------------------------------------------------------------
pc = sed -e 's|@prefix@|$(1)|' -e 's|@includedir@|$(2)|' gimbal.pc.in
$(BUILD)/gimbal.pc: gimbal.pc.in $(BUILD)/flags
	$(call say,GEN,$@)$(call pc,$(CURDIR),$(CURDIR)/include) >$@

judge_pc = sed -e 's|@prefix@|$(1)|' -e 's|@libdir@|$(2)|' -e 's|@includedir@|$(3)|' gimbal_judge.pc.in
$(BUILD)/gimbal_judge.pc: gimbal_judge.pc.in $(BUILD)/flags
	$(call say,GEN,$@)$(call judge_pc,$(CURDIR),$(abspath $(BUILD)),$(CURDIR)/include) >$@

# One list, of folders and of what goes there, is what install makes and uninstall takes away.
.PHONY: install uninstall
TO = $(DESTDIR)$(PREFIX)
TO_PC = $(DESTDIR)$(LIBDIR)/pkgconfig
TO_MAN = $(DESTDIR)$(MANDIR)/man1
INSTALLED_FILES = $(addprefix $(DESTDIR)$(LIBDIR)/,$(notdir $(filter %.so %.1 %.a,$(JUDGE_LIBRARY)))) \
	$(addprefix $(TO_PC)/,gimbal.pc gimbal_judge.pc) $(addprefix $(TO_MAN)/,$(notdir $(wildcard docs/man/*.1))) $(addprefix $(TO)/,bin/gimbal \
	share/bash-completion/completions/gimbal share/zsh/site-functions/_gimbal \
	share/fish/vendor_completions.d/gimbal.fish \
	$(addprefix include/,$(notdir $(wildcard include/*.h))))
install: all
	install -d $(sort $(dir $(INSTALLED_FILES))) $(TO)/share/gimbal/reports/tests/independent $(TO)/share/gimbal/external $(TO)/lib/gimbal/methods/libraries $(TO)/lib/gimbal/models \
		$(addprefix $(TO)/share/gimbal/,suites reports skeletons trials completion help methods models certificates)
	install $(BUILD)/gimbal $(TO)/bin
	install -m 644 $(wildcard include/*.h) $(TO)/include
	install -m 644 $(filter-out $(BUILD)/methods/libraries/%,$(filter $(BUILD)/methods/%,$(MODULES))) \
		$(TO)/lib/gimbal/methods
	$(if $(ADAPTERS),install -m 644 $(filter $(BUILD)/methods/libraries/%,$(MODULES)) \
		$(TO)/lib/gimbal/methods/libraries)
	install -m 644 $(filter $(BUILD)/models/%,$(MODULES)) $(TO)/lib/gimbal/models
	install -m 644 $(wildcard methods/external/*.*) $(TO)/share/gimbal/external
	install -m 644 $(wildcard methods/skeletons/*.c) $(TO)/share/gimbal/skeletons
	install -m 644 $(wildcard harness/cli/*.sh) $(TO)/share/gimbal
	install -m 644 $(wildcard trials/*) $(TO)/share/gimbal/trials
	for folder in . export tables testset; do \
		install -d $(TO)/share/gimbal/python/gimbal/$$folder && \
		install -m 644 python/gimbal/$$folder/*.* $(TO)/share/gimbal/python/gimbal/$$folder || exit; done
	install -m 644 $(wildcard harness/cli/completion/*) $(TO)/share/gimbal/completion
	install -m 644 $(wildcard harness/cli/help/*) $(TO)/share/gimbal/help
	install -m 644 $(wildcard methods/*.c) $(TO)/share/gimbal/methods
	install -m 644 $(wildcard models/*.c) models/costs.yaml $(TO)/share/gimbal/models
	install -m 644 $(wildcard ci/suites/*.yaml ci/libraries/*.yaml) ci/suites/schema.txt $(TO)/share/gimbal/suites
	install -m 644 $(wildcard ci/ledger/certificates/*.json) $(TO)/share/gimbal/certificates
	install -m 644 $(filter-out %.c %.h %.md $(patsubst %/.,%,$(wildcard reports/*/.)),$(wildcard reports/*)) ci/references.bib \
		$(TO)/share/gimbal/reports
	install -m 644 $(wildcard tests/independent/*.c tests/independent/*.cpp) $(TO)/share/gimbal/reports/tests/independent
	$(call pc,$(PREFIX),$${prefix}/include) >$(TO_PC)/gimbal.pc
	$(call judge_pc,$(PREFIX),$(LIBDIR),$${prefix}/include) >$(TO_PC)/gimbal_judge.pc
	install -m 644 $(filter %.1 %.a,$(JUDGE_LIBRARY)) $(DESTDIR)$(LIBDIR)
	ln -sf libgimbal_judge.so.1 $(DESTDIR)$(LIBDIR)/libgimbal_judge.so
	install -m 644 $(wildcard docs/man/*.1) $(TO_MAN)
	$(BUILD)/gimbal completion bash >$(TO)/share/bash-completion/completions/gimbal
	$(BUILD)/gimbal completion zsh >$(TO)/share/zsh/site-functions/_gimbal
	$(BUILD)/gimbal completion fish >$(TO)/share/fish/vendor_completions.d/gimbal.fish
# Folders that are shared with others go only where nothing is left in them.
uninstall:
	rm -f $(INSTALLED_FILES)
	rm -rf $(TO)/lib/gimbal $(TO)/share/gimbal
	-@rmdir -p --ignore-fail-on-non-empty $(sort $(dir $(INSTALLED_FILES))) 2>/dev/null

# The manual pages, at a release: one of the program and one of each command, by help2man.
.PHONY: man
HELP2MAN = LC_ALL=C help2man -N -s 1 --version-string "gimbal $(VERSION)"
man: $(BUILD)/gimbal
	$(HELP2MAN) -n "judge geometric integrators against what they claim" -i docs/man/gimbal.h2m \
		-o docs/man/gimbal.1 $(BUILD)/gimbal
	$(BUILD)/gimbal complete '' | while IFS="$$(printf '\t')" read -r name text; do \
		page=docs/man/gimbal-$$name.1; \
		$(HELP2MAN) -n "$$text" -o $$page "$(BUILD)/gimbal $$name" && \
		sed -i -e "s/^\.TH GIMBAL/.TH GIMBAL-$$name/" -e "s/^gimbal \\\\- /gimbal-$$name \\\\- /" $$page || exit; \
	done

# ---- A tarball -----------------------------------------------------------------------------------
# What is committed, with its commit; it needs no git to be built.
.PHONY: dist
VERSION = $(shell sed -n 's/^.define GIMBAL_VERSION "\(.*\)"/\1/p' harness/base/version.h)
dist:
	@git diff --quiet HEAD || echo "dist: what is not committed is left out" >&2
	git archive --prefix=gimbal-$(VERSION)/ -o gimbal-$(VERSION).tar.gz HEAD

.PHONY: release
release:
	@ci/release.sh "$(VERSION)" "$(OUT)/release"

# Packages, which debian/ describes. A commit that is no release has its date in the version. Outside a
# repository, as in an unpacked tarball, all that is there is built. Debian's options for the compiler have the
# name of the folder, in which a blank would end them: then it is a temporary one.
.PHONY: deb
DEB = $(BUILD)/deb
deb:
	@command -v dh >/dev/null && command -v dpkg-buildpackage >/dev/null || \
		{ echo "make deb: needs the packages dpkg-dev, debhelper and those that debian/control names" >&2; exit 1; }
	rm -rf $(DEB) && mkdir -p $(DEB)
	set -e; to=$$(cd $(DEB) && pwd) work=$$to; \
	case $$to in *[[:space:]]*) work=$$(mktemp -d) ;; esac; \
	tree=$$work/gimbal-$(VERSION); mkdir "$$tree"; \
	if [ -e .git ]; then git archive HEAD; else \
		tar -cf - --exclude=./build --exclude=./out --exclude=./config.mk .; fi | tar -xf - -C "$$tree"; \
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES; \
	if ! git describe --exact-match --match 'v$(VERSION)' HEAD >/dev/null 2>&1 && \
		when=$$(git log -1 --format=%ct 2>/dev/null); then \
		export GIMBAL_REVISION=+$$(date -u -d @$$when +%Y%m%d.%H%M%S) SOURCE_DATE_EPOCH=$$when; fi; \
	(cd "$$tree" && dpkg-buildpackage -b -us -uc -j$(JOBS)); \
	rm -rf "$$tree"; \
	[ "$$work" = "$$to" ] || { mv "$$work"/* "$$to"; rmdir "$$work"; }

# ---- Housekeeping --------------------------------------------------------------------------------
.PHONY: format clean distclean help
format:
	clang-format -i $(wildcard include/*.h harness/*.[ch] harness/*/*.[ch] harness/*/*/*.[ch] reports/*.[ch] methods/*.c \
		methods/libraries/*.[ch] methods/libraries/*.cpp models/*.c tests/*.[ch] $(filter-out tests/independent/%,$(wildcard tests/*/*.c)))
clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-fuzz $(BUILD)-sample
distclean: clean
	rm -rf $(OUT) config.mk config.log
help:
	@sed -n 's/^# \{0,1\}//p;/^all:/q' Makefile

-include $(patsubst %.o,%.d,$(wildcard $(BUILD)/library/*/*/*.o $(BUILD)/library/*/*/*/*.o $(BUILD)/harness/*.o $(BUILD)/harness/*/*.o $(BUILD)/harness/*/*/*.o \
	$(BUILD)/reports/*.o $(BUILD)/methods/*.o $(BUILD)/methods/*/*.o $(BUILD)/models/*.o $(BUILD)/tests/*.o \
	$(BUILD)/tests/*/*.o $(BUILD)/library/*/*/*.o $(BUILD)/library/*/*/*/*.o))
.SECONDARY:
