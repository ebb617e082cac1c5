#import <Foundation/Foundation.h>

@class KMULoan, KMUUnit;

// A device's state to the user who looks at it in a list.
typedef enum { KMUAvailable, KMULentByMe, KMULentByAnother } KMULendingState;

// One line of a device list: what the list shows, and nothing that only the detail page needs.
@interface KMUListedDevice : NSObject
{
  int64_t _number, _unitNumber;
  NSString *_name, *_location, *_serialNumber, *_borrower;
  KMULendingState _state;
}
@property (nonatomic, assign) int64_t number, unitNumber;
@property (nonatomic, copy) NSString *name, *location, *serialNumber;
@property (nonatomic, assign) KMULendingState state;
// The user who has it, where that is another than the one who asked.
@property (nonatomic, copy) NSString *borrower;
@end

// A device with all that its detail page shows.
@interface KMUDevice : NSObject
{
  KMUListedDevice *_line;
  NSString *_details;
  KMUUnit *_unit;
  KMULoan *_loan;
  BOOL _hasPicture;
}
// The device as the lists show it.
@property (nonatomic, retain) KMUListedDevice *line;
// Free text; may be empty.
@property (nonatomic, copy) NSString *details;
// The unit that owns it.
@property (nonatomic, retain) KMUUnit *unit;
// The loan it is out on; nil while it is available.
@property (nonatomic, retain) KMULoan *loan;
@property (nonatomic, assign) BOOL hasPicture;
@end
