#import "KMULoan.h"

@implementation KMULoan

@synthesize device = _device, lentAt = _lentAt, returnedAt = _returnedAt, isReturned = _isReturned,
  deviceName = _deviceName, borrower = _borrower, comment = _comment;

- (void)dealloc {
  [_deviceName release];
  [_borrower release];
  [_comment release];
  [super dealloc];
}

@end
