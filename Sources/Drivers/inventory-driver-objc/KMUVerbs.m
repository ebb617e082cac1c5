#import "KMUVerbs.h"

#import "KMUDevice.h"
#import "KMULoan.h"

@implementation KMUVerb

@synthesize app = _app;

- (void)dealloc {
  [_app release];
  [super dealloc];
}

- (BOOL)prepare:(RHArguments *)arguments forApp:(id)app error:(NSError **)error {
  _app = [app retain];
  return [arguments allow:[self argumentNames] error:error] && [self read:arguments error:error];
}

- (NSArray *)argumentNames { return [NSArray array]; }

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error { return YES; }

@end

NSArray *KMUVerbs(void) {
  static NSArray *verbs;
  if (verbs) return verbs;
  // By name: each is a class of one of the files beside this one.
  NSArray *names = [NSArray arrayWithObjects:
    @"Login", @"EditLogin", @"About", @"List", @"Units", @"Loans", @"Lend", @"LendByCode", @"Return",
    @"ReturnByCode", @"Add", @"Device", @"DeviceByCode", @"Pictures", nil];
  NSMutableArray *classes = [NSMutableArray array];
  for (NSString *name in names) {
    Class verb = NSClassFromString([NSString stringWithFormat:@"KMU%@Verb", name]);
    NSCAssert(verb, @"there is no verb %@", name);
    [classes addObject:verb];
  }
  verbs = [classes copy];
  return verbs;
}

@implementation RHOutcome (Inventory)

- (void)mixDevice:(KMUListedDevice *)device {
  [self mixInteger:device.number];
  [self mixText:device.name];
  [self mixText:device.location];
  [self mixText:device.serialNumber];
  [self mixInteger:device.unitNumber];
  switch (device.state) {
    case KMUAvailable: [self mixText:@"available"]; break;
    case KMULentByMe: [self mixText:@"mine"]; break;
    case KMULentByAnother: [self mixText:device.borrower]; break;
  }
}

- (void)mixLoan:(KMULoan *)loan {
  [self mixInteger:loan.device];
  [self mixText:loan.deviceName];
  [self mixText:loan.borrower];
  [self mixInteger:loan.lentAt];
  [self mixInteger:loan.isReturned ? loan.returnedAt : -1];
  [self mixText:loan.comment];
}

@end
