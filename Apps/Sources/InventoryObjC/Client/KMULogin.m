#import "KMULogin.h"

#import "KMUError.h"

@implementation KMULogin

@synthesize user = _user, password = _password, server = _server, unit = _unit;

+ (instancetype)loginWithFields:(NSArray *)fields {
  if ([fields count] != 4) return nil;
  KMULogin *login = [[[self alloc] init] autorelease];
  login.user = [fields objectAtIndex:0];
  login.password = [fields objectAtIndex:1];
  login.server = [fields objectAtIndex:2];
  NSString *unit = [fields objectAtIndex:3];
  login.unit = [unit length] ? unit : nil;
  return login;
}

- (void)dealloc {
  [_user release];
  [_password release];
  [_server release];
  [_unit release];
  [super dealloc];
}

- (NSArray *)fields {
  return [NSArray arrayWithObjects:_user, _password, _server, _unit ? _unit : @"", nil];
}

static BOOL isBlank(NSString *text) {
  NSCharacterSet *blanks = [NSCharacterSet whitespaceAndNewlineCharacterSet];
  return [[text stringByTrimmingCharactersInSet:blanks] length] == 0;
}

- (BOOL)check:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToConnect, .subject = isBlank(_user) ? @"" : _user};
  NSString *field = isBlank(_user)       ? @"user name"
                    : [_password length] ? isBlank(_server) ? @"server" : nil
                                         : @"password";
  if (field) KMURefuse(error, KMUFieldEmpty(attempt, field));
  return !field;
}

- (id)copyWithZone:(NSZone *)zone {
  (void)zone;
  return [[KMULogin loginWithFields:[self fields]] retain];
}

// Leaves the password out, so that it can not reach a log by accident.
- (NSString *)description {
  return [NSString stringWithFormat:@"%@ at %@, shown: %@", _user, _server,
                                    _unit ? _unit : @"all units"];
}

@end
