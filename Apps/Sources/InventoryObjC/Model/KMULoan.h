#import <Foundation/Foundation.h>

// A device in somebody's hands, or, once returned, the record of it. Times are in milliseconds since
// 1970-01-01 UTC.
@interface KMULoan : NSObject
{
  int64_t _device, _lentAt, _returnedAt;
  NSString *_deviceName, *_borrower, *_lentBy, *_comment;
  BOOL _isReturned;
}
@property (nonatomic, assign) int64_t device, lentAt, returnedAt;
// A Boolean value that says whether there is a time of return.
@property (nonatomic, assign) BOOL isReturned;
@property (nonatomic, copy) NSString *deviceName, *borrower;
// The user who lent it: the borrower, or whoever did it on the borrower's behalf.
@property (nonatomic, copy) NSString *lentBy;
// The borrower's comment on lending; may be empty.
@property (nonatomic, copy) NSString *comment;
@end
