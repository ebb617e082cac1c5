#import "RHArguments.h"

#include <math.h>

NSString *const RHArgumentErrorDomain = @"RHArguments";

// Doubles up to here know every whole number.
static const double exactLimit = 9007199254740992.0;

static BOOL refuse(NSError **error, NSString *message) {
  if (error) {
    NSDictionary *info = [NSDictionary dictionaryWithObject:message
                                                     forKey:NSLocalizedDescriptionKey];
    *error = [NSError errorWithDomain:RHArgumentErrorDomain code:1 userInfo:info];
  }
  return NO;
}

// Numbers of JSON are doubles, so a number of any other type is a truth value.
static BOOL isBoolean(NSNumber *number) { return *[number objCType] != *@encode(double); }

static BOOL isWhole(double number) { return fabs(number) < exactLimit && floor(number) == number; }

static BOOL isScalar(id value) {
  return [value isKindOfClass:[NSString class]] || [value isKindOfClass:[NSNumber class]];
}

// The fewest digits that are read as the same number.
static NSString *textOfFraction(double number) {
  char text[32];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  return [NSString stringWithUTF8String:text];
}

static NSString *textOf(id value) {
  if ([value isKindOfClass:[NSString class]]) return value;
  if ([value isKindOfClass:[NSArray class]]) {
    NSMutableArray *texts = [NSMutableArray array];
    for (id element in value) [texts addObject:textOf(element)];
    return [NSString stringWithFormat:@"[%@]", [texts componentsJoinedByString:@", "]];
  }
  if (isBoolean(value)) return [value boolValue] ? @"true" : @"false";
  double number = [value doubleValue];
  if (!isWhole(number)) return textOfFraction(number);
  return [NSString stringWithFormat:@"%lld", (long long)number];
}

@implementation RHArguments

- (instancetype)initWithValues:(NSDictionary *)values {
  self = [super init];
  if (!self) return nil;
  for (NSString *name in values) {
    id value = [values objectForKey:name];
    NSArray *elements = [value isKindOfClass:[NSArray class]] ? value : [NSArray arrayWithObject:value];
    for (id element in elements) {
      if (isScalar(element)) continue;
      [self release];
      return nil;
    }
  }
  _values = [values copy];
  return self;
}

- (void)dealloc {
  [_values release];
  [super dealloc];
}

- (BOOL)has:(NSString *)name { return [_values objectForKey:name] != nil; }

- (NSString *)text:(NSString *)name error:(NSError **)error {
  id value = [_values objectForKey:name];
  if (value) return textOf(value);
  refuse(error, [NSString stringWithFormat:@"The argument '%@' is missing.", name]);
  return nil;
}

- (NSString *)text:(NSString *)name or:(NSString *)fallback {
  id value = [_values objectForKey:name];
  return value ? textOf(value) : fallback;
}

- (BOOL)read:(int64_t *)number of:(NSString *)name error:(NSError **)error {
  id value = [_values objectForKey:name];
  if (!value) {
    return refuse(error, [NSString stringWithFormat:@"The argument '%@' is missing.", name]);
  }
  if (![value isKindOfClass:[NSNumber class]] || isBoolean(value) || !isWhole([value doubleValue])) {
    return refuse(error, [NSString stringWithFormat:@"The argument '%@' must be a whole number "
                                                    @"below %.0f; found '%@'.",
                                                    name, exactLimit, textOf(value)]);
  }
  *number = (int64_t)[value doubleValue];
  return YES;
}

- (BOOL)read:(int64_t *)number ifGiven:(NSString *)name error:(NSError **)error {
  return ![self has:name] || [self read:number of:name error:error];
}

- (BOOL)readBoolean:(BOOL *)value ifGiven:(NSString *)name error:(NSError **)error {
  id given = [_values objectForKey:name];
  if (!given) return YES;
  if (![given isKindOfClass:[NSNumber class]] || !isBoolean(given)) {
    return refuse(error, [NSString stringWithFormat:@"The argument '%@' must be true or false; found "
                                                    @"'%@'.", name, textOf(given)]);
  }
  *value = [given boolValue];
  return YES;
}

- (NSInteger)choice:(NSString *)name of:(NSArray *)allowed error:(NSError **)error {
  NSString *word = [self text:name error:error];
  if (!word) return -1;
  NSUInteger place = [allowed indexOfObject:word];
  if (place != NSNotFound) return (NSInteger)place;
  refuse(error, [NSString stringWithFormat:@"The argument '%@' is '%@'; allowed: %@.", name, word,
                                           [allowed componentsJoinedByString:@", "]]);
  return -1;
}

- (BOOL)allow:(NSArray *)names error:(NSError **)error {
  // The first in order, without sorting: GNUstep's sorting reads the user's defaults.
  NSString *unknown = nil;
  for (NSString *name in _values) {
    if ([names containsObject:name]) continue;
    if (!unknown || [name compare:unknown] == NSOrderedAscending) unknown = name;
  }
  if (!unknown) return YES;
  NSString *allowed = [names count] ? [names componentsJoinedByString:@", "] : @"none";
  return refuse(error, [NSString stringWithFormat:@"There is no argument '%@'; allowed: %@.", unknown,
                                                  allowed]);
}

@end
