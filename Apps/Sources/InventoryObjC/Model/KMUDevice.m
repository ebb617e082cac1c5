#import "KMUDevice.h"

#import "KMULoan.h"
#import "KMUUnit.h"

@implementation KMUListedDevice

@synthesize number = _number, unitNumber = _unitNumber, name = _name, location = _location,
  serialNumber = _serialNumber, state = _state, borrower = _borrower;

- (void)dealloc {
  [_name release];
  [_location release];
  [_serialNumber release];
  [_borrower release];
  [super dealloc];
}

@end

@implementation KMUDevice

@synthesize line = _line, details = _details, unit = _unit, loan = _loan, hasPicture = _hasPicture;

- (void)dealloc {
  [_line release];
  [_details release];
  [_unit release];
  [_loan release];
  [super dealloc];
}

@end
