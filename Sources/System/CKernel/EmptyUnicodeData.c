/// ICU's data with nothing in it, in ICU's own form (icu4c/source/stubdata/stubdata.cpp). A program that is linked with
/// Foundation's static library would hold all of them, 34 MB: names, orders and calendars of all languages. Because
/// they are defined here, they are not linked.
///
/// Without them Foundation has no DateFormatter and no NumberFormatter, which trap, no sorting by a language's rules
/// and no names of time zones. Text, regular expressions, the Gregorian calendar in UTC and the formats of ISO 8601
/// need none. The name is that of Swift 6.3's version: with another, the programs work, but are larger.
extern const unsigned char icudt76_dat[64];

__attribute__((aligned(16))) const unsigned char icudt76_dat[64] = {
    32, 0, 0xda, 0x27,   // The header's length, and ICU's two marks.
    20, 0, 0, 0,         // The length of what follows up to the versions.
    0, 0, 2, 0,          // Little-endian, ASCII, two bytes a character.
    'T', 'o', 'C', 'P',  // A list of pointers.
};
