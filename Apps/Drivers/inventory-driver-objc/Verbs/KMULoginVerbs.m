#import "KMUAbout.h"
#import "KMUClient.h"
#import "KMULogin.h"
#import "KMUUnit.h"
#import "KMUVerbs.h"

// Who is connected; the token is random and known to nobody.
static void writeSession(KMUSession *session, RHOutcome *outcome) {
  [outcome setText:session.user forFact:@"user"];
  [outcome setText:session.unit.name forFact:@"unit"];
  [outcome setText:session.shown ? session.shown.name : @"all" forFact:@"shown"];
}

@interface KMUStartVerb : KMUVerb
{
  KMUClient *_client;
  NSArray *_lines;
}
@end

@implementation KMUStartVerb

+ (NSString *)name { return @"start"; }

- (void)dealloc {
  [_client release];
  [_lines release];
  [super dealloc];
}

- (id)call:(NSError **)error {
  NSError *refusal = nil;
  _client = [[self.app restarted] retain];
  KMUSession *session = [_client start:&refusal];
  if (session) {
    KMUDeviceFilter *filter = [KMUDeviceFilter filterWithState:KMUFilterAll unit:session.shown.name];
    _lines = [[_client devices:filter error:&refusal] retain];
  }
  if (refusal) {
    *error = refusal;
    return nil;
  }
  return session ? session : (id)[NSNull null];
}

- (void)write:(id)result to:(RHOutcome *)outcome {
  self.app.client = _client;
  [self.app.screen show:_lines ? _lines : [NSArray array]];
  [outcome setText:_lines ? @"list" : @"login" forFact:@"view"];
  if (!_lines) return;
  writeSession(result, outcome);
  [outcome writeLines:_lines];
}

@end

// A verb that connects.
@interface KMUConnectingVerb : KMUVerb
@end

@implementation KMUConnectingVerb

- (void)write:(KMUSession *)session to:(RHOutcome *)outcome {
  writeSession(session, outcome);
  [outcome setText:KMUTextOf(KMUPhraseLoggedIn, self.app.language) forFact:@"message"];
}

@end

@interface KMULoginVerb : KMUConnectingVerb
{
  KMULogin *_login;
}
@end

@implementation KMULoginVerb

+ (NSString *)name { return @"login"; }

- (NSArray *)argumentNames {
  return [NSArray arrayWithObjects:@"user", @"password", @"server", @"unit", nil];
}

- (void)dealloc {
  [_login release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  _login = [[KMULogin alloc] init];
  _login.user = [arguments text:@"user" error:error];
  if (!_login.user) return NO;
  _login.password = [arguments text:@"password" error:error];
  if (!_login.password) return NO;
  _login.server = [arguments text:@"server" error:error];
  _login.unit = [KMUInventorySession unitOf:arguments];
  return _login.server != nil;
}

- (id)call:(NSError **)error { return [self.app.client connect:_login error:error]; }

@end

@interface KMUDemoLoginVerb : KMUConnectingVerb
@end

@implementation KMUDemoLoginVerb
+ (NSString *)name { return @"demo-login"; }
- (id)call:(NSError **)error { return [self.app.client connectDemo:error]; }
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
  return [NSArray arrayWithObjects:@"server", @"new-server", @"user", @"password", @"unit", nil];
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
  login.server = [_changes text:@"new-server" or:login.server];
  login.user = [_changes text:@"user" or:login.user];
  login.password = [_changes text:@"password" or:login.password];
  if ([_changes has:@"unit"]) login.unit = [KMUInventorySession unitOf:_changes];
  return [self.app.client replaceLoginOf:_server by:login error:error];
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

@interface KMULanguageVerb : KMUVerb
{
  NSInteger _language;
}
@end

@implementation KMULanguageVerb

+ (NSString *)name { return @"language"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"to"]; }

static NSArray *languageWords(void) { return [NSArray arrayWithObjects:@"en", @"de", nil]; }

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  _language = [arguments choice:@"to" of:languageWords() error:error];
  return _language >= 0;
}

- (id)call:(NSError **)error {
  self.app.language = (KMULanguage)_language;
  return self;
}

- (void)write:(id)result to:(RHOutcome *)outcome {
  [outcome setText:[languageWords() objectAtIndex:(NSUInteger)_language] forFact:@"language"];
}

@end
