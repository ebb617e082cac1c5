#include <stdbool.h>
#include <stdint.h>

// Has libsodium draw random numbers that are the same in every run, for repeatable measurement; never for
// an app in use, whose keys and tokens could be guessed. To be called before anything of the app, because
// libsodium takes the source that is set when it is first used. It is made ready, too; false where it
// can't be.
bool KMUBeginRepeatableRandomness(uint64_t seed);
