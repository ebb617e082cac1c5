#import "KMUDeviceFilter.h"

@implementation KMUDeviceFilter

@synthesize kind = _kind, unit = _unit;

+ (instancetype)filterWithText:(NSString *)text {
  NSArray *words = [NSArray arrayWithObjects:@"all", @"mine", @"available", @"not-available", nil];
  NSUInteger kind = [words indexOfObject:text];
  NSString *unit = nil;
  if (kind == NSNotFound) {
    if (![text hasPrefix:@"unit:"] || [text length] == 5) return nil;
    kind = KMUFilterUnit;
    unit = [text substringFromIndex:5];
  }
  KMUDeviceFilter *filter = [[[self alloc] init] autorelease];
  filter->_kind = (KMUFilterKind)kind;
  filter->_unit = [unit copy];
  return filter;
}

- (void)dealloc {
  [_unit release];
  [super dealloc];
}

- (NSString *)words {
  switch (_kind) {
    case KMUFilterAll: return @"all devices";
    case KMUFilterMine: return @"my devices";
    case KMUFilterAvailable: return @"the available devices";
    case KMUFilterNotAvailable: return @"the devices that are not available";
    case KMUFilterUnit: return [@"the devices of " stringByAppendingString:_unit];
  }
  return nil;
}

@end
