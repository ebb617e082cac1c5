// Reads a line that is one JSON object, strictly, in place and without recursion: members that are
// text, numbers, truth values or null, and objects of such members, one level deep. Nothing else is
// asked of a driver, so all else is refused.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum json_kind { JSON_TEXT, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

struct json_member {
  // The name of the object that it is in; empty for the line's own.
  const char *object;
  const char *name;
  enum json_kind kind;
  // Of a text what it says, of a number its digits; else empty.
  const char *text;
};

// Reads a line, which is changed: texts lie in it, terminated.
// - members: receives the members, which the caller frees; NULL where it fails.
// Returns how many there are, or -1 where the line is no such object, or there is no memory.
long json_read(char *line, size_t length, struct json_member **members);

// Writes a text as JSON, in quotes, to standard output.
void json_write(const char *text);
