#import "KMUClient.h"
#import "KMUDeviceFilter.h"
#import "KMULoan.h"
#import "KMUUnit.h"
#import "KMUVerbs.h"

@interface KMUListVerb : KMUVerb
{
  KMUDeviceFilter *_filter;
}
@end

@implementation KMUListVerb

+ (NSString *)name { return @"list"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"filter"]; }

- (void)dealloc {
  [_filter release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  NSString *word = [arguments text:@"filter" error:error];
  if (!word) return NO;
  _filter = [[KMUDeviceFilter filterWithText:word] retain];
  if (_filter) return YES;
  if (error) {
    NSArray *allowed = [NSArray arrayWithObjects:@"all", @"mine", @"available", @"not-available",
                                                 @"unit:NAME", nil];
    *error = RHArgumentNotAllowed(@"filter", word, allowed);
  }
  return NO;
}

- (id)call:(NSError **)error { return [self.app.client devices:_filter error:error]; }

- (void)write:(NSArray *)devices to:(RHOutcome *)outcome {
  self.app.shown = [NSMutableArray arrayWithArray:devices];
  [outcome setInteger:(long long)[devices count] forFact:@"count"];
  for (KMUListedDevice *device in devices) [outcome mixDevice:device];
}

@end

@interface KMUUnitsVerb : KMUVerb
@end

@implementation KMUUnitsVerb

+ (NSString *)name { return @"units"; }

- (id)call:(NSError **)error { return [self.app.client units:error]; }

- (void)write:(NSArray *)units to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[units count] forFact:@"count"];
  for (KMUUnit *unit in units) [outcome mixText:unit.name];
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
