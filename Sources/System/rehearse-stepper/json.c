#include "json.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `at` never passes `end`, where the line is terminated.
struct reader {
  char *at, *end;
};

static void skip_blanks(struct reader *reader) {
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) != NULL && *reader->at != 0)
    reader->at++;
}

static bool take(struct reader *reader, char sign) {
  if (reader->at >= reader->end || *reader->at != sign) return false;
  reader->at++;
  return true;
}

// The four digits after \u.
static bool take_unit(struct reader *reader, uint32_t *unit) {
  if (reader->end - reader->at < 4) return false;
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    char sign = *reader->at++;
    uint32_t digit;
    if (sign >= '0' && sign <= '9') digit = sign - '0';
    else if (sign >= 'a' && sign <= 'f') digit = sign - 'a' + 10;
    else if (sign >= 'A' && sign <= 'F') digit = sign - 'A' + 10;
    else return false;
    *unit = *unit << 4 | digit;
  }
  return true;
}

// Writes the character of a \u escape as UTF-8, which is never longer than the escape. A zero would
// end the text early, and half of a surrogate pair means nothing.
static bool take_code(struct reader *reader, char **out) {
  uint32_t code, low;
  if (!take_unit(reader, &code) || code == 0) return false;
  if (code >= 0xD800 && code <= 0xDFFF) {
    if (code > 0xDBFF || !take(reader, '\\') || !take(reader, 'u') || !take_unit(reader, &low) ||
        low < 0xDC00 || low > 0xDFFF)
      return false;
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (code < 0x80) {
    *(*out)++ = code;
    return true;
  }
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
  *(*out)++ = first[more] | code >> 6 * more;
  while (more-- > 0) *(*out)++ = 0x80 | (code >> 6 * more & 0x3F);
  return true;
}

static bool take_text(struct reader *reader, const char **text) {
  if (!take(reader, '"')) return false;
  char *out = reader->at;
  *text = out;
  while (reader->at < reader->end) {
    unsigned char sign = *reader->at++;
    if (sign == '"') {
      *out = 0;
      return true;
    }
    if (sign < 0x20) return false;
    if (sign != '\\') {
      *out++ = sign;
      continue;
    }
    if (reader->at >= reader->end) return false;
    switch (*reader->at++) {
      case '"': *out++ = '"'; break;
      case '\\': *out++ = '\\'; break;
      case '/': *out++ = '/'; break;
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      case 'u':
        if (!take_code(reader, &out)) return false;
        break;
      default: return false;
    }
  }
  return false;
}

static bool take_digits(struct reader *reader) {
  char *start = reader->at;
  while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') reader->at++;
  return reader->at > start;
}

// The character after its last digit must not be overwritten before it was read.
static bool take_number(struct reader *reader) {
  take(reader, '-');
  if (!take(reader, '0') && !take_digits(reader)) return false;
  if (take(reader, '.') && !take_digits(reader)) return false;
  if (take(reader, 'e') || take(reader, 'E')) {
    if (!take(reader, '+')) take(reader, '-');
    if (!take_digits(reader)) return false;
  }
  return true;
}

static bool take_word(struct reader *reader, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(reader->end - reader->at) < length || strncmp(reader->at, word, length) != 0)
    return false;
  reader->at += length;
  return true;
}

struct list {
  struct json_member *members;
  size_t count, room;
};

static bool add(struct list *list, struct json_member member) {
  if (list->count == list->room) {
    size_t room = list->room == 0 ? 16 : list->room * 2;
    struct json_member *members = realloc(list->members, room * sizeof *members);
    if (members == NULL) return false;
    list->members = members;
    list->room = room;
  }
  list->members[list->count++] = member;
  return true;
}

// A number's text is copied, because what follows it may not be overwritten yet.
static bool take_scalar(struct reader *reader, struct json_member *member) {
  member->text = "";
  if (reader->at >= reader->end) return false;
  if (*reader->at == '"') {
    member->kind = JSON_TEXT;
    return take_text(reader, &member->text);
  }
  if (take_word(reader, "true")) return member->kind = JSON_TRUE, true;
  if (take_word(reader, "false")) return member->kind = JSON_FALSE, true;
  if (take_word(reader, "null")) return member->kind = JSON_NULL, true;
  char *start = reader->at;
  if (!take_number(reader)) return false;
  member->kind = JSON_NUMBER;
  // The colon and blanks before a number leave room for its terminator: it moves down by one.
  memmove(start - 1, start, reader->at - start);
  reader->at[-1] = 0;
  member->text = start - 1;
  return true;
}

// The members of an object after its brace, including nested ones, up to the closing brace.
static bool take_members(struct reader *reader, struct list *list) {
  const char *object = "";
  bool isFirst = true;
  while (true) {
    skip_blanks(reader);
    if (take(reader, '}')) {
      if (*object == 0) return true;
      object = "";
      isFirst = false;
      continue;
    }
    if (!isFirst && !take(reader, ',')) return false;
    isFirst = false;
    skip_blanks(reader);
    struct json_member member = {.object = object};
    if (!take_text(reader, &member.name)) return false;
    skip_blanks(reader);
    if (!take(reader, ':')) return false;
    skip_blanks(reader);
    if (*object == 0 && take(reader, '{')) {
      // Without a name it would look like the line's own.
      if (*member.name == 0) return false;
      object = member.name;
      isFirst = true;
      continue;
    }
    if (!take_scalar(reader, &member) || !add(list, member)) return false;
  }
}

long json_read(char *line, size_t length, struct json_member **members) {
  struct reader reader = {.at = line, .end = line + length};
  struct list list = {0};
  *members = NULL;
  skip_blanks(&reader);
  bool isRead = take(&reader, '{') && take_members(&reader, &list);
  skip_blanks(&reader);
  if (!isRead || reader.at != reader.end) {
    free(list.members);
    return -1;
  }
  *members = list.members;
  return (long)list.count;
}

void json_write(const char *text) {
  putchar('"');
  for (const char *sign = text; *sign != 0; sign++) {
    unsigned char byte = *sign;
    if (byte == '"' || byte == '\\') printf("\\%c", byte);
    else if (byte < 0x20) printf("\\u%04x", byte);
    else putchar(byte);
  }
  putchar('"');
}
