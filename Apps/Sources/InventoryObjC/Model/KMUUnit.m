#import "KMUUnit.h"

@implementation KMUUnit

@synthesize number = _number, name = _name;

- (instancetype)initWithNumber:(int64_t)number name:(NSString *)name {
  self = [super init];
  if (!self) return nil;
  _number = number;
  _name = [name copy];
  return self;
}

- (void)dealloc {
  [_name release];
  [super dealloc];
}

@end
