// What the two files of the library know of each other.
#pragma once

// Notes in the page that a program is executed that does not count; the first one stays.
// - reason: `s` it is linked statically, `e` its environment has no counter, `u` it runs as another user.
void note_uncounted(char reason, const char *path);
