#import "KMUDeviceRow.h"

#import "KMUPicture.h"

@implementation KMUDeviceRow

@synthesize line = _line, picture = _picture;

- (instancetype)initWithLine:(KMUListedDevice *)line picture:(KMUPicture *)picture {
  self = [super init];
  if (!self) return nil;
  _line = [line retain];
  _picture = [picture retain];
  return self;
}

- (void)dealloc {
  [_line release];
  [_picture release];
  [super dealloc];
}

- (NSString *)colour {
  switch (_line.state) {
    case KMUAvailable: return @"green";
    case KMULentByMe: return @"orange";
    case KMULentByAnother: return @"red";
  }
  return nil;
}

@end
