#import "KMUListScreen.h"

#import "KMUError.h"
#import "RHArguments.h"

NSString *const KMUListScreenErrorDomain = @"KMUListScreen";

NSArray *KMUStateWords(void) {
  return [NSArray arrayWithObjects:@"available", @"mine", @"another", nil];
}

@implementation KMUListScreen

@synthesize lines = _lines;

- (instancetype)init {
  self = [super init];
  if (!self) return nil;
  _lines = [[NSMutableArray alloc] init];
  return self;
}

- (void)dealloc {
  [_lines release];
  [super dealloc];
}

- (void)show:(NSArray *)lines {
  [_lines setArray:lines];
  _looked = 0;
  _scrolled = 0;
}

// The first place from one on where a device is in the state; NSNotFound for none.
static NSUInteger placeOf(KMULendingState state, NSArray *lines, NSUInteger first) {
  for (NSUInteger place = first; place < [lines count]; place++) {
    KMUListedDevice *line = [lines objectAtIndex:place];
    if (line.state == state) return place;
  }
  return NSNotFound;
}

static BOOL refuse(KMULendingState state, NSError **error) {
  NSString *message = [NSString stringWithFormat:@"No device on the screen is %@; a 'list' before this "
                                                 @"step shows some.",
                                                 [KMUStateWords() objectAtIndex:state]];
  NSDictionary *info = [NSDictionary dictionaryWithObject:message forKey:NSLocalizedDescriptionKey];
  KMURefuse(error, [NSError errorWithDomain:KMUListScreenErrorDomain code:1 userInfo:info]);
  return NO;
}

- (BOOL)take:(KMULendingState)state of:(RHArguments *)arguments device:(int64_t *)device
       error:(NSError **)error {
  if ([arguments has:@"device"]) return [arguments read:device of:@"device" error:error];
  NSUInteger place = placeOf(state, _lines, 0);
  if (place == NSNotFound) return refuse(state, error);
  KMUListedDevice *line = [_lines objectAtIndex:place];
  *device = line.number;
  [_lines removeObjectAtIndex:place];
  return YES;
}

- (BOOL)look:(RHArguments *)arguments device:(int64_t *)device error:(NSError **)error {
  if ([arguments has:@"device"]) return [arguments read:device of:@"device" error:error];
  NSInteger state = [arguments choice:@"of" of:KMUStateWords() error:error];
  if (state < 0) return NO;
  NSUInteger place = placeOf((KMULendingState)state, _lines, _looked);
  if (place == NSNotFound) place = placeOf((KMULendingState)state, _lines, 0);
  if (place == NSNotFound) return refuse((KMULendingState)state, error);
  _looked = place + 1;
  KMUListedDevice *line = [_lines objectAtIndex:place];
  *device = line.number;
  return YES;
}

- (NSArray *)rows:(NSUInteger)rows from:(NSUInteger)first {
  NSUInteger count = [_lines count];
  if (first > count) first = count;
  return [_lines subarrayWithRange:NSMakeRange(first, rows < count - first ? rows : count - first)];
}

- (NSArray *)scrollBy:(NSUInteger)rows {
  if (_scrolled >= [_lines count]) _scrolled = 0;
  NSArray *visible = [self rows:rows from:_scrolled];
  _scrolled += [visible count];
  return visible;
}

@end
