#import "KMUAbout.h"
#import "KMUClient.h"
#import "KMULogin.h"
#import "KMUSession.h"
#import "KMUUnit.h"
#import "KMUVerbs.h"

// A verb that connects; the token is random and known to nobody.
@interface KMUConnectingVerb : KMUVerb
{
  KMULogin *_login;
}
@end

@implementation KMUConnectingVerb

- (void)dealloc {
  [_login release];
  [super dealloc];
}

- (void)write:(KMUSession *)session to:(RHOutcome *)outcome {
  [outcome setText:session.user forFact:@"user"];
  [outcome setText:session.unit.name forFact:@"unit"];
}

@end

@interface KMULoginVerb : KMUConnectingVerb
@end

@implementation KMULoginVerb

+ (NSString *)name { return @"login"; }

- (NSArray *)argumentNames {
  return [NSArray arrayWithObjects:@"user", @"password", @"server", @"unit", nil];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  NSMutableArray *fields = [NSMutableArray array];
  for (NSString *name in [self argumentNames]) {
    NSString *text = [arguments text:name error:error];
    if (!text) return NO;
    [fields addObject:text];
  }
  _login = [[KMULogin loginWithFields:fields] retain];
  return YES;
}

- (id)call:(NSError **)error { return [self.app.client connect:_login error:error]; }

@end

@interface KMUEditLoginVerb : KMUConnectingVerb
{
  NSString *_server;
  RHArguments *_changes;
}
@end

@implementation KMUEditLoginVerb

+ (NSString *)name { return @"edit-login"; }

- (NSArray *)argumentNames {
  return [NSArray arrayWithObjects:@"server", @"user", @"password", @"unit", nil];
}

- (void)dealloc {
  [_server release];
  [_changes release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  _server = [[arguments text:@"server" error:error] retain];
  _changes = [arguments retain];
  return _server != nil;
}

- (id)call:(NSError **)error {
  KMULogin *login = [self.app.client loginOf:_server error:error];
  if (!login) return nil;
  login.user = [_changes text:@"user" or:login.user];
  login.password = [_changes text:@"password" or:login.password];
  login.unit = [_changes text:@"unit" or:login.unit];
  return [self.app.client connect:login error:error];
}

@end

@interface KMUAboutVerb : KMUVerb
@end

@implementation KMUAboutVerb

+ (NSString *)name { return @"about"; }

- (id)call:(NSError **)error { return [KMUAbout inventory]; }

- (void)write:(KMUAbout *)about to:(RHOutcome *)outcome {
  [outcome setText:about.name forFact:@"name"];
  [outcome setText:about.version forFact:@"version"];
}

@end
