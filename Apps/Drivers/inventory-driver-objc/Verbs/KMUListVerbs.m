#import "KMUClient.h"
#import "KMUDeviceRow.h"
#import "KMULoan.h"
#import "KMUPicture.h"
#import "KMUUnit.h"
#import "KMUVerbs.h"

@interface KMUListVerb : KMUVerb
{
  KMUDeviceFilter *_filter;
}
@end

@implementation KMUListVerb

+ (NSString *)name { return @"list"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObjects:@"filter", @"unit", nil]; }

- (void)dealloc {
  [_filter release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  NSArray *states = [NSArray arrayWithObjects:@"all", @"mine", @"available", @"not-available", nil];
  NSInteger state = [arguments choice:@"filter" of:states error:error];
  if (state < 0) return NO;
  _filter = [[self.app filter:(KMUFilterState)state of:arguments] retain];
  return YES;
}

- (id)call:(NSError **)error { return [self.app.client devices:_filter error:error]; }

- (void)write:(NSArray *)lines to:(RHOutcome *)outcome {
  [self.app.screen show:lines];
  [outcome writeLines:lines];
}

@end

@interface KMURowsVerb : KMUVerb
{
  NSArray *_visible;
  BOOL _namesRows;
}
@end

@implementation KMURowsVerb

+ (NSString *)name { return @"rows"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObjects:@"from", @"rows", nil]; }

- (void)dealloc {
  [_visible release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  // The rows that the screen of the source's telephone has room for.
  int64_t rows = 8, from = 0;
  if (![arguments read:&rows ifGiven:@"rows" error:error]
      || ![arguments read:&from ifGiven:@"from" error:error]) {
    return NO;
  }
  _namesRows = [arguments has:@"from"];
  KMUListScreen *screen = self.app.screen;
  NSArray *visible = _namesRows ? [screen rows:(NSUInteger)rows from:(NSUInteger)from]
                                : [screen scrollBy:(NSUInteger)rows];
  _visible = [visible retain];
  return YES;
}

- (id)call:(NSError **)error { return [self.app.client rowsOf:_visible error:error]; }

- (void)write:(NSArray *)rows to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[rows count] forFact:@"count"];
  if (_namesRows) {
    NSCountedSet *colours = [NSCountedSet set];
    long long pictures = 0;
    for (KMUDeviceRow *row in rows) {
      [colours addObject:[row colour]];
      pictures += row.picture != nil;
    }
    for (NSString *colour in [NSArray arrayWithObjects:@"green", @"orange", @"red", nil]) {
      [outcome setInteger:(long long)[colours countForObject:colour] forFact:colour];
    }
    [outcome setInteger:pictures forFact:@"pictures"];
  }
  for (KMUDeviceRow *row in rows) {
    [outcome mixLine:row.line];
    [outcome mixText:[row colour]];
    [outcome mixBytes:row.picture.png];
  }
}

@end

// A verb about a server that one need not be connected with.
@interface KMUUnitsVerb : KMUVerb
{
  NSString *_server;
}
@end

@implementation KMUUnitsVerb

+ (NSString *)name { return @"units"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"server"]; }

- (void)dealloc {
  [_server release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  _server = [[arguments text:@"server" or:@"local"] retain];
  return YES;
}

- (id)call:(NSError **)error { return [self.app.client unitsOf:_server error:error]; }

- (void)write:(NSArray *)units to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[units count] forFact:@"count"];
  for (KMUUnit *unit in units) [outcome mixText:unit.name];
}

@end

@interface KMUMenuVerb : KMUUnitsVerb
{
  NSArray *_states;
}
@end

@implementation KMUMenuVerb

+ (NSString *)name { return @"menu"; }

- (void)dealloc {
  [_states release];
  [super dealloc];
}

- (id)call:(NSError **)error {
  NSArray *units = [super call:error];
  if (!units) return nil;
  _states = [KMUMenuStates(self.app.language) retain];
  return KMUMenuUnits(units, self.app.language);
}

- (void)write:(NSArray *)units to:(RHOutcome *)outcome {
  [outcome setTexts:_states forFact:@"states"];
  [outcome setText:KMUTextOf(KMUPhraseByOrganization, self.app.language) forFact:@"heading"];
  [outcome setTexts:units forFact:@"units"];
}

@end

@interface KMULoansVerb : KMUVerb
{
  NSArray *_users;
}
@end

@implementation KMULoansVerb

+ (NSString *)name { return @"loans"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"user"]; }

- (void)dealloc {
  [_users release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  NSString *user = [arguments text:@"user" error:error];
  _users = user ? [[NSArray alloc] initWithObjects:user, nil] : nil;
  return user != nil;
}

- (id)call:(NSError **)error { return [self.app.client devicesLentTo:_users error:error]; }

- (void)write:(NSArray *)loans to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[loans count] forFact:@"count"];
  for (KMULoan *loan in loans) [outcome mixLoan:loan];
}

@end
