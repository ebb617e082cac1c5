#import "KMUClient.h"
#import "KMUGreyImage.h"
#import "KMULabelFrame.h"
#import "KMULoan.h"
#import "KMUVerbs.h"

// Repeated, each of these takes the next device of the list on the screen. As in the app the device's
// details are looked at before it is lent or returned.
@interface KMULendingVerb : KMUVerb
{
  int64_t _number;
  KMUGreyImage *_frame;
  KMUDevice *_device;
}
// The state of the devices that it takes, whether it does so by their codes, and what it says then.
- (KMULendingState)state;
- (BOOL)isByCode;
- (KMUPhrase)success;
// Lends or takes back.
- (KMULoan *)decide:(int64_t)device error:(NSError **)error;
@end

@implementation KMULendingVerb

- (KMULendingState)state { return KMUAvailable; }

- (BOOL)isByCode { return NO; }

- (KMUPhrase)success { return KMUPhraseLent; }

- (KMULoan *)decide:(int64_t)device error:(NSError **)error {
  [self doesNotRecognizeSelector:_cmd];
  return nil;
}

- (void)dealloc {
  [_frame release];
  [_device release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  if (![self.app.screen take:[self state] of:arguments device:&_number error:error]) return NO;
  if ([self isByCode]) _frame = [KMULabelFrame(_number, 0, _number, error) retain];
  return _frame || ![self isByCode];
}

- (id)call:(NSError **)error {
  int64_t number = _frame ? KMUReadFrame(self.app.camera, _frame, error) : _number;
  if (_frame && !number) return nil;
  _device = [[self.app.client device:number error:error] retain];
  return _device ? [self decide:number error:error] : nil;
}

- (void)write:(KMULoan *)loan to:(RHOutcome *)outcome {
  [outcome mixDevice:_device];
  [outcome setText:loan.borrower forFact:@"borrower"];
  [outcome setBoolean:loan.isReturned forFact:@"returned"];
  [outcome setText:KMUTextOf([self success], self.app.language) forFact:@"message"];
  // What one brings back may have been lent by several, but repetitions lead to the same.
  if (!loan.isReturned) [outcome setText:loan.lentBy forFact:@"lent-by"];
  [outcome mixLoan:loan];
}

@end

@interface KMULendVerb : KMULendingVerb
{
  NSString *_borrower, *_comment;
}
@end

@implementation KMULendVerb

+ (NSString *)name { return @"lend"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObjects:@"device", @"comment", @"for", nil]; }

- (void)dealloc {
  [_borrower release];
  [_comment release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  _borrower = [[arguments text:@"for" or:nil] retain];
  _comment = [[arguments text:@"comment" or:@""] retain];
  return [super read:arguments error:error];
}

- (KMULoan *)decide:(int64_t)device error:(NSError **)error {
  return [self.app.client lend:device to:_borrower comment:_comment error:error];
}

@end

@interface KMULendByCodeVerb : KMULendVerb
@end

@implementation KMULendByCodeVerb
+ (NSString *)name { return @"lend-by-code"; }
- (BOOL)isByCode { return YES; }
@end

@interface KMUReturnVerb : KMULendingVerb
@end

@implementation KMUReturnVerb
+ (NSString *)name { return @"return"; }
- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"device"]; }
- (KMULendingState)state { return KMULentByMe; }
- (KMUPhrase)success { return KMUPhraseReturned; }

- (KMULoan *)decide:(int64_t)device error:(NSError **)error {
  return [self.app.client giveBack:device error:error];
}
@end

@interface KMUReturnByCodeVerb : KMUReturnVerb
@end

@implementation KMUReturnByCodeVerb
+ (NSString *)name { return @"return-by-code"; }
- (BOOL)isByCode { return YES; }
@end
