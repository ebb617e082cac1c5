// Parses a line with one JSON object, strictly, in place and without recursion: members that are
// text, numbers, truth values or null, and objects of such members, one level deep. A driver needs
// nothing else, so everything else is refused.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum json_kind { JSON_TEXT, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

struct json_member {
  // The name of the enclosing object; empty for the line's own.
  const char *object;
  const char *name;
  enum json_kind kind;
  // The content of a text, or the digits of a number; otherwise empty.
  const char *text;
};

// Parses a line and modifies it: the texts stay in it, terminated.
// - members: receives the members, which the caller frees; NULL on failure.
// Returns their number, or -1 if the line is no such object, or there is no memory.
long json_read(char *line, size_t length, struct json_member **members);

// Writes a text as JSON, in quotes, to standard output.
void json_write(const char *text);
