#import "KMUAbout.h"

@implementation KMUAbout

@synthesize name = _name, version = _version, purpose = _purpose, libraries = _libraries;

+ (instancetype)inventory {
  KMUAbout *about = [[[self alloc] init] autorelease];
  about->_name = @"Inventory";
  about->_version = @"1.0";
  about->_purpose = @"Lend and return the devices of an organisation, from a list or by QR code.";
  about->_libraries = [[NSArray alloc] initWithObjects:
    @"GNUstep", @"SQLite", @"ZBar", @"cairo", @"libqrencode", @"libsodium", nil];
  return about;
}

- (void)dealloc {
  [_libraries release];
  [super dealloc];
}

@end
