#include "UnicodeStub.h"

/// ICU's own form of empty data (icu4c/source/stubdata/stubdata.cpp), for little-endian machines.
__attribute__((aligned(16))) const unsigned char icudt76_dat[64] = {
    32, 0, 0xda, 0x27,   // The header's length, and ICU's two marks.
    20, 0, 0, 0,         // The length of what follows up to the versions.
    0, 0, 2, 0,          // Little-endian, ASCII, two bytes a character.
    'T', 'o', 'C', 'P',  // A list of pointers,
    1, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,          // with no element.
};
