#import "KMULoan.h"

@implementation KMULoan

@synthesize device = _device, lentAt = _lentAt, returnedAt = _returnedAt, isReturned = _isReturned,
  deviceName = _deviceName, borrower = _borrower, lentBy = _lentBy,
  comment = _comment;

- (void)dealloc {
  [_deviceName release];
  [_borrower release];
  [_lentBy release];
  [_comment release];
  [super dealloc];
}

@end
