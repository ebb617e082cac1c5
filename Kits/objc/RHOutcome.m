#import "RHOutcome.h"

#include <string.h>

NSString *RHTextOfFact(id value) {
  if ([value isKindOfClass:[NSArray class]]) {
    return [NSString stringWithFormat:@"[%@]", [value componentsJoinedByString:@", "]];
  }
  if (![value isKindOfClass:[NSNumber class]]) return value;
  // Of numbers Foundation chooses the type, of truth values it is always this.
  if (*[value objCType] != *@encode(BOOL)) return [value stringValue];
  return [value boolValue] ? @"true" : @"false";
}

@implementation RHOutcome

@synthesize facts = _facts;

- (instancetype)init {
  self = [super init];
  if (!self) return nil;
  _facts = [[NSMutableDictionary alloc] init];
  _hash = 0xcbf29ce484222325;
  return self;
}

- (void)dealloc {
  [_facts release];
  [super dealloc];
}

- (NSString *)digest {
  return [NSString stringWithFormat:@"%016llx", (unsigned long long)_hash];
}

- (void)nextRepetition { [_facts removeAllObjects]; }

- (void)setValue:(id)value forFact:(NSString *)name {
  [_facts setObject:value forKey:name];
  [self mixText:name];
  [self mixText:RHTextOfFact(value)];
}

- (void)setText:(NSString *)text forFact:(NSString *)name { [self setValue:text forFact:name]; }

- (void)setTexts:(NSArray *)texts forFact:(NSString *)name {
  [_facts setObject:texts forKey:name];
  [self mixText:name];
  [self mixInteger:(int64_t)[texts count]];
  for (NSString *text in texts) [self mixText:text];
}

- (void)setInteger:(long long)number forFact:(NSString *)name {
  [self setValue:[NSNumber numberWithLongLong:number] forFact:name];
}

- (void)setBoolean:(BOOL)value forFact:(NSString *)name {
  [self setValue:[NSNumber numberWithBool:value] forFact:name];
}

static inline void mixWord(RHOutcome *outcome, uint64_t word) {
  uint64_t hash = outcome->_hash;
  outcome->_hash = ((hash << 5 | hash >> 59) ^ word) * 0x517cc1b727220a95;
}

// The lowest byte is the first, as on all machines that Rehearse runs on.
static void mix(RHOutcome *outcome, const void *bytes, NSUInteger count) {
  const char *end = (const char *)bytes + count, *at = bytes;
  while (at < end) {
    uint64_t word = 0;
    memcpy(&word, at, end - at < 8 ? end - at : 8);
    mixWord(outcome, word);
    at += 8;
  }
  mixWord(outcome, count);
}

- (void)mixText:(NSString *)text {
  const char *bytes = [text UTF8String];
  mix(self, bytes, strlen(bytes));
}

- (void)mixInteger:(int64_t)number { mixWord(self, (uint64_t)number); }

- (void)mixBytes:(NSData *)bytes { mix(self, [bytes bytes], [bytes length]); }

@end
