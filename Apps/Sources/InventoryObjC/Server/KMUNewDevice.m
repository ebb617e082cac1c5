#import "KMUNewDevice.h"

@implementation KMUNewDevice

@synthesize name = _name, location = _location, serialNumber = _serialNumber, details = _details,
  picture = _picture;

- (void)dealloc {
  [_name release];
  [_location release];
  [_serialNumber release];
  [_details release];
  [_picture release];
  [super dealloc];
}

@end
