#import "KMUSession.h"

#import "KMUUnit.h"

#include <sodium.h>

@implementation KMUSession

@synthesize token = _token, userNumber = _userNumber, user = _user, unit = _unit, shown = _shown,
  expires = _expires;

- (instancetype)initWithUser:(NSString *)user
                      number:(int64_t)number
                        unit:(KMUUnit *)unit
                       shown:(KMUUnit *)shown
                     expires:(int64_t)expires {
  self = [super init];
  if (!self) return nil;
  unsigned char bits[32];
  randombytes_buf(bits, sizeof bits);
  _token = [[NSData alloc] initWithBytes:bits length:sizeof bits];
  _user = [user copy];
  _userNumber = number;
  _unit = [unit retain];
  _shown = [shown retain];
  _expires = expires;
  return self;
}

- (void)dealloc {
  [_token release];
  [_user release];
  [_unit release];
  [_shown release];
  [super dealloc];
}

@end
