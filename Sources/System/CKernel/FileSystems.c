#define _GNU_SOURCE
#include "FileSystems.h"

#include <errno.h>
#include <unistd.h>

int file_system_synchronise(int folder) { return syncfs(folder) == 0 ? 0 : errno; }
