#import "KMUVerbs.h"

#import "KMUDevice.h"
#import "KMULoan.h"
#import "KMUUnit.h"

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
    @"Start", @"Login", @"DemoLogin", @"EditLogin", @"About", @"Language", @"List", @"Rows", @"Units",
    @"Menu", @"Loans", @"Lend", @"LendByCode", @"Return", @"ReturnByCode", @"Add", @"Device",
    @"DeviceByCode", @"Picture", @"Pictures", @"OpenCamera", @"CloseCamera", nil];
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

- (void)mixLine:(KMUListedDevice *)line {
  [self mixInteger:line.number];
  [self mixText:line.name];
  [self mixText:line.location];
  [self mixText:line.serialNumber];
  [self mixInteger:line.unitNumber];
  switch (line.state) {
    case KMUAvailable: [self mixText:@"available"]; break;
    case KMULentByMe: [self mixText:@"mine"]; break;
    case KMULentByAnother: [self mixText:line.borrower]; break;
  }
}

- (void)mixDevice:(KMUDevice *)device {
  [self mixLine:device.line];
  [self mixText:device.details];
  [self mixText:device.unit.name];
  if (device.loan) [self mixLoan:device.loan];
}

- (void)mixLoan:(KMULoan *)loan {
  [self mixInteger:loan.device];
  [self mixText:loan.deviceName];
  [self mixText:loan.borrower];
  [self mixInteger:loan.lentAt];
  [self mixInteger:loan.isReturned ? loan.returnedAt : -1];
  [self mixText:loan.comment];
  [self mixText:loan.lentBy];
}

- (void)writeLines:(NSArray *)lines {
  [self setInteger:(long long)[lines count] forFact:@"count"];
  for (KMUListedDevice *line in lines) [self mixLine:line];
}

@end
