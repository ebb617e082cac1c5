#import "KMUClient.h"
#import "KMUGreyImage.h"
#import "KMULoan.h"
#import "KMUVerbs.h"

// Repeated, each of these takes the next device of the list on the screen.
@interface KMULendingVerb : KMUVerb
{
  int64_t _device;
  NSString *_comment;
  KMUGreyImage *_frame;
}
// The state of the devices that it takes, and whether it does so by their codes.
- (KMULendingState)state;
- (BOOL)isByCode;
@end

@implementation KMULendingVerb

- (KMULendingState)state { return KMUAvailable; }

- (BOOL)isByCode { return NO; }

- (NSArray *)argumentNames { return [NSArray arrayWithObjects:@"device", @"comment", nil]; }

- (void)dealloc {
  [_comment release];
  [_frame release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  NSError *refusal = nil;
  _device = [self.app next:[self state] of:arguments error:&refusal];
  _comment = [[arguments text:@"comment" or:@""] retain];
  if (!refusal && [self isByCode]) _frame = [[self.app frameOf:_device error:&refusal] retain];
  if (refusal && error) *error = refusal;
  return !refusal;
}

- (void)write:(KMULoan *)loan to:(RHOutcome *)outcome {
  [outcome setText:loan.borrower forFact:@"borrower"];
  [outcome setBoolean:loan.isReturned forFact:@"returned"];
  [outcome mixLoan:loan];
}

@end

@interface KMULendVerb : KMULendingVerb
@end

@implementation KMULendVerb
+ (NSString *)name { return @"lend"; }
- (id)call:(NSError **)error { return [self.app.client lend:_device comment:_comment error:error]; }
@end

@interface KMULendByCodeVerb : KMULendingVerb
@end

@implementation KMULendByCodeVerb
+ (NSString *)name { return @"lend-by-code"; }
- (BOOL)isByCode { return YES; }
- (id)call:(NSError **)error { return [self.app.client lendInFrame:_frame comment:_comment error:error]; }
@end

@interface KMUReturnVerb : KMULendingVerb
@end

@implementation KMUReturnVerb
+ (NSString *)name { return @"return"; }
- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"device"]; }
- (KMULendingState)state { return KMULentByMe; }
- (id)call:(NSError **)error { return [self.app.client giveBack:_device error:error]; }
@end

@interface KMUReturnByCodeVerb : KMUReturnVerb
@end

@implementation KMUReturnByCodeVerb
+ (NSString *)name { return @"return-by-code"; }
- (BOOL)isByCode { return YES; }
- (id)call:(NSError **)error { return [self.app.client giveBackInFrame:_frame error:error]; }
@end
