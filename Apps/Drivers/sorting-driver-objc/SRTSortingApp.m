#import "SRTSortingApp.h"

#import "RHArguments.h"
#import "SRTRandomIntegers.h"
#import "SRTSortVerb.h"

// The domain of refusals, whose descriptions are those of the driver in Swift.
static NSString *const errorDomain = @"SRTSorting";
static NSString *const codes[] = {@"count-not-allowed", @"trials-not-allowed"};

static BOOL refuse(NSError **error, NSInteger code, NSString *words) {
  NSDictionary *info = [NSDictionary dictionaryWithObject:words forKey:NSLocalizedDescriptionKey];
  *error = [NSError errorWithDomain:errorDomain code:code userInfo:info];
  return NO;
}

@implementation SRTSortingApp

+ (NSString *)driverName { return @"sorting-driver-objc"; }

+ (NSArray *)verbs { return [NSArray arrayWithObject:[SRTSortVerb class]]; }

+ (NSString *)codeOfError:(NSError *)error { return codes[[error code]]; }

- (BOOL)startWithFixture:(RHArguments *)fixture error:(NSError **)error {
  int64_t integers = 10000, trials = 10, seed = 1;
  NSArray *names = [NSArray arrayWithObjects:@"integers", @"trials", @"seed", nil];
  if (![fixture allow:names error:error] || ![fixture read:&integers ifGiven:@"integers" error:error]
      || ![fixture read:&seed ifGiven:@"seed" error:error]) {
    return NO;
  }
  if (integers < 0 || integers > 1000000) {
    return refuse(error, 0, [NSString stringWithFormat:@"%lld integers can't be sorted here: allowed are 0 "
                                                       @"to 1000000.", (long long)integers]);
  }
  if (![fixture read:&trials ifGiven:@"trials" error:error]) return NO;
  if (trials < 1 || trials > 100) {
    return refuse(error, 1, [NSString stringWithFormat:@"'trials' is %lld; allowed: 1 to 100.",
                                                       (long long)trials]);
  }
  NSMutableArray *made = [NSMutableArray array];
  for (NSUInteger number = 0; number < (NSUInteger)trials; number++) {
    [made addObject:SRTTrial(number, (NSUInteger)integers, (uint64_t)seed)];
  }
  _trials = [made copy];
  return YES;
}

- (instancetype)initWithFixture:(RHArguments *)fixture
                      directory:(NSString *)directory
                          error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  if ([self startWithFixture:fixture error:error]) return self;
  [self release];
  return nil;
}

- (void)dealloc {
  [_trials release];
  [super dealloc];
}

- (NSMutableArray *)nextArray {
  NSMutableArray *copy = [[[_trials objectAtIndex:_next] mutableCopy] autorelease];
  _next = (_next + 1) % [_trials count];
  return copy;
}

@end
