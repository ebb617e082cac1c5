# How a driver in Objective-C is made of its app, the kit and itself, by GCC and GNUstep; each driver's
# Makefile includes it, and says:
#
#   NAME        the program's
#   FOLDERS     where its sources are, beside the kit's and its own folder
#   LIBRARIES   what it needs besides, by pkg-config's names
#   BUILD       where it is built
#
# GCC's runtime, since Debian 12 has no other: manual reference counting, no blocks, no ARC.
ifeq ($(shell command -v gnustep-config),)
$(error GNUstep is not installed (Debian: apt-get install gobjc libgnustep-base-dev))
endif
ifeq ($(shell echo | gcc -x objective-c -fsyntax-only - 2>/dev/null && echo yes),)
$(error GCC for Objective-C is not installed (Debian: apt-get install gobjc libgnustep-base-dev))
endif

ALL_FOLDERS := $(ROOT)/Kits/objc $(FOLDERS) $(HERE:/=)
SOURCES := $(foreach folder,$(ALL_FOLDERS),$(wildcard $(folder)/*.m))
OBJECTS := $(patsubst %.m,$(BUILD)/%.o,$(notdir $(SOURCES)))
VPATH := $(ALL_FOLDERS)

# The last of several levels of optimisation counts.
FLAGS := -std=gnu11 $(shell gnustep-config --objc-flags) $(LEVEL) $(if $(CI),-Werror) \
  $(addprefix -I,$(ALL_FOLDERS) $(ROOT)/Sources/System/CInstructionCounter \
  $(ROOT)/Sources/System/CProcessorCounter) $(if $(LIBRARIES),$(shell pkg-config --cflags $(LIBRARIES)))

$(BUILD)/$(NAME): $(OBJECTS)
	gcc -o $@ $^ $(shell gnustep-config --base-libs) $(if $(LIBRARIES),$(shell pkg-config --libs $(LIBRARIES)))

$(BUILD)/%.o: %.m $(MAKEFILE_LIST) | $(BUILD)
	gcc $(FLAGS) -c $< -o $@

$(BUILD):
	mkdir -p $@

-include $(OBJECTS:.o=.d)
