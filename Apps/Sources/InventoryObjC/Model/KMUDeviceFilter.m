#import "KMUDeviceFilter.h"

@implementation KMUDeviceFilter

@synthesize state = _state, unit = _unit;

+ (instancetype)filterWithState:(KMUFilterState)state unit:(NSString *)unit {
  KMUDeviceFilter *filter = [[[self alloc] init] autorelease];
  filter->_state = state;
  filter->_unit = [unit copy];
  return filter;
}

- (void)dealloc {
  [_unit release];
  [super dealloc];
}

- (NSString *)words {
  static NSString *const words[KMUFilterStates] = {
    @"all devices", @"my devices", @"the available devices", @"the devices that are not available",
  };
  return _unit ? [NSString stringWithFormat:@"%@ of %@", words[_state], _unit] : words[_state];
}

@end
