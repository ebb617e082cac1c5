#ifndef UNICODE_STUB_H
#define UNICODE_STUB_H

/// ICU's data with nothing in it. A program that is linked with the static library of Foundation would hold all of
/// them, 34 MB: calendars, names and orders of all languages. Defined here, they are not linked.
///
/// Without them Foundation has no formatters (DateFormatter and NumberFormatter trap), no orders of languages and no
/// names of time zones. Text in UTF-8, regular expressions, the Gregorian calendar in UTC and the formats of ISO 8601
/// need none. The name is that of Swift 6.3's version; with another the programs work, but are larger.
extern const unsigned char icudt76_dat[64];

#endif
