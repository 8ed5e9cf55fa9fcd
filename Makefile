# make            builds build/gimbal and every plugin of methods/ and models/
# make verify     sets everything up, judges every method, says where the report is
# make check      sets everything up, runs the project's own tests
# make help       the rest
#
# Variables: V=1 shows the commands, BUILD=DIR builds elsewhere, INSTALL=no installs no packages.

all:
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

BUILD = build
OUT = out
JOBS := $(shell nproc 2>/dev/null || echo 1)
INSTALL = yes

# ---- What ./configure found ----------------------------------------------------------------------
# The goals below do without it, or see to it themselves.
WITHOUT_CONFIG = verify check clean distclean help format
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(WITHOUT_CONFIG),$(MAKECMDGOALS)),all),)
include config.mk
config.mk: configure
	./configure $(CONFIGURE_ARGUMENTS)
endif

Q = $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' $(1) $(2);)

# ---- Sources: whatever is there ------------------------------------------------------------------
# SKIP names sources to leave out.
sources = $(filter-out $(SKIP),$(sort $(wildcard $(1))))
CORE := $(call sources,harness/core/*.c)
ONCE := $(filter-out harness/main.c $(CORE),$(call sources,harness/*.c harness/*/*.c reports/*.c))
PLUGINS := $(call sources,methods/*.c models/*.c)
TEST_PLUGINS := $(call sources,tests/plugins/*.c)
TESTS := $(call sources,tests/t[0-9]*.c)
SCRIPTS := $(call sources,tests/t[0-9]*.sh)

LIBRARY_OBJECTS := $(ONCE:%.c=$(BUILD)/%.o) $(if $(CORE),$(BUILD)/core_double.o $(BUILD)/core_quad.o)
MODULES := $(PLUGINS:%.c=$(BUILD)/%.so)
TEST_MODULES := $(TEST_PLUGINS:%.c=$(BUILD)/%.so)
TEST_PROGRAMS := $(TESTS:%.c=$(BUILD)/%)

# ---- Flags ---------------------------------------------------------------------------------------
# Contraction to fused multiply-add would make results depend on the compiler.
COMMON = -std=c11 -Wall -Wextra -Wpedantic -ffp-contract=off $(CFLAGS) -MMD -MP
PROGRAM = $(COMMON) -D_GNU_SOURCE -I. -Iharness $(PETSC_CFLAGS) $(LIBRARY_CFLAGS)
PLUGIN = $(COMMON) -Iharness -fPIC -fvisibility=hidden
QUAD = -DGIMBAL_QUAD $(QUAD_WARNINGS)
PLACES = -DGIMBAL_PREFIX='"$(PREFIX)"' -DGIMBAL_MPIEXEC='"$(MPIEXEC)"' \
	-DGIMBAL_GNUPLOT='"$(GNUPLOT)"'
PEERS = $(if $(SUNDIALS_LIBS),-DGIMBAL_HAVE_SUNDIALS $(SUNDIALS_CFLAGS)) \
	$(if $(GSL_LIBS),-DGIMBAL_HAVE_GSL $(GSL_CFLAGS))
LIBS = $(SUNDIALS_LIBS) $(GSL_LIBS) $(PETSC_LIBS) $(LIBRARY_LIBS) -lquadmath -ldl -lm

# While parts of the program are still being written.
TOLERANCE = -Wl,--unresolved-symbols=ignore-all

# ---- The program ---------------------------------------------------------------------------------
.PHONY: all tests
all: $(BUILD)/gimbal $(MODULES) $(BUILD)/gimbal.pc
tests: all $(TEST_PROGRAMS) $(TEST_MODULES)

# Everything depends on the flags it is compiled with.
FLAGS = $(CC) $(PROGRAM) $(PLUGIN) $(QUAD) $(PLACES) $(PEERS) $(LDFLAGS) $(LIBS) $(TOLERANCE)
ifneq ($(filter-out $(WITHOUT_CONFIG) install,$(or $(MAKECMDGOALS),all)),)
$(shell mkdir -p $(BUILD))
ifneq ($(strip $(FLAGS)),$(strip $(file <$(BUILD)/flags)))
$(file >$(BUILD)/flags,$(strip $(FLAGS)))
endif
# A plugin whose source is gone would still be found.
STALE := $(filter-out $(MODULES) $(TEST_MODULES) $(SKIP:%.c=$(BUILD)/%.so), \
	$(wildcard $(BUILD)/methods/*.so $(BUILD)/models/*.so $(BUILD)/tests/plugins/*.so))
$(if $(STALE),$(shell rm -f $(STALE)))
endif

$(BUILD)/gimbal: $(BUILD)/harness/main.o $(BUILD)/libgimbal.a
	$(call say,LINK,$@)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS) $(TOLERANCE)

# Made anew, and by appending: two folders may have files of one name.
$(BUILD)/libgimbal.a: $(LIBRARY_OBJECTS)
	$(call say,AR,$@)rm -f $@ && $(AR) qcs $@ $^

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(PROGRAM) $(PLACES) $(PEERS) -c -o $@ $<

# The commit is compiled into one file, and written anew only when it changes.
$(BUILD)/harness/command/version.o: $(BUILD)/commit.h
$(BUILD)/harness/command/version.o: PLACES += -I$(BUILD)
$(BUILD)/commit.h: always
	@mkdir -p $(@D); echo "#define GIMBAL_COMMIT \"$$(git describe --always --dirty --abbrev=12 \
		2>/dev/null || echo unknown)\"" >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
.PHONY: always

# The core is compiled in both precisions. Each set becomes one object of which only its table can be
# seen from outside, so that one source with one set of names serves both.
$(BUILD)/harness/core/%.double.o: harness/core/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,"$< (double)")$(CC) $(PROGRAM) -c -o $@ $<
$(BUILD)/harness/core/%.quad.o: harness/core/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,"$< (quad)")$(CC) $(PROGRAM) -DGIMBAL_QUAD -c -o $@ $<
$(BUILD)/core_double.o: $(CORE:%.c=$(BUILD)/%.double.o)
	$(call say,LD,$@)$(LD) -r -o $@ $^ && $(OBJCOPY) --keep-global-symbol=CoreDouble $@
$(BUILD)/core_quad.o: $(CORE:%.c=$(BUILD)/%.quad.o)
	$(call say,LD,$@)$(LD) -r -o $@ $^ && $(OBJCOPY) --keep-global-symbol=CoreQuad $@
OBJCOPY = objcopy

# ---- Plugins -------------------------------------------------------------------------------------
$(MODULES) $(TEST_MODULES): %.so: %.double.o %.quad.o
	$(call say,PLUGIN,$@)$(CC) $(CFLAGS) -shared -Wl,-z,defs -o $@ $^ $(LDFLAGS) -lquadmath -lm
plugin_object = $(patsubst %.so,%.$(1).o,$(MODULES) $(TEST_MODULES))
$(call plugin_object,double): $(BUILD)/%.double.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(PLUGIN) -c -o $@ $<
$(call plugin_object,quad): $(BUILD)/%.quad.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,"$< (quad)")$(CC) $(PLUGIN) $(QUAD) -c -o $@ $<

# ---- Tests ---------------------------------------------------------------------------------------
$(TEST_PROGRAMS): $(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libgimbal.a
	$(call say,LINK,$@)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $(LIBS) $(TOLERANCE)

$(BUILD)/gimbal.pc: gimbal.pc.in $(BUILD)/flags
	$(call say,GEN,$@)sed -e 's|@includedir@|$(CURDIR)/harness|' -e 's|@prefix@|$(CURDIR)|' $< >$@

-include $(patsubst %.o,%.d,$(wildcard $(BUILD)/harness/*.o $(BUILD)/harness/*/*.o \
	$(BUILD)/reports/*.o $(BUILD)/methods/*.o $(BUILD)/models/*.o $(BUILD)/tests/*.o \
	$(BUILD)/tests/plugins/*.o))
.SECONDARY:

.PHONY: clean distclean
clean:
	rm -rf $(BUILD)
distclean: clean
	rm -rf $(OUT) config.mk config.log
