#import "KMULogin.h"

@implementation KMULogin

@synthesize user = _user, password = _password, server = _server, unit = _unit;

+ (instancetype)loginWithFields:(NSArray *)fields {
  if ([fields count] != 4) return nil;
  KMULogin *login = [[[self alloc] init] autorelease];
  login.user = [fields objectAtIndex:0];
  login.password = [fields objectAtIndex:1];
  login.server = [fields objectAtIndex:2];
  login.unit = [fields objectAtIndex:3];
  return login;
}

- (void)dealloc {
  [_user release];
  [_password release];
  [_server release];
  [_unit release];
  [super dealloc];
}

- (NSArray *)fields { return [NSArray arrayWithObjects:_user, _password, _server, _unit, nil]; }

- (id)copyWithZone:(NSZone *)zone {
  (void)zone;
  return [[KMULogin loginWithFields:[self fields]] retain];
}

// Leaves the password out, so that it can not reach a log by accident.
- (NSString *)description {
  return [NSString stringWithFormat:@"%@ of %@ at %@", _user, _unit, _server];
}

@end
