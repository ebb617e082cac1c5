#import <Foundation/Foundation.h>

#import "KMUError.h"

@class KMUConnection, KMUDevice, KMUDeviceFilter, KMUUnit;

// The devices of a filter as the viewer sees them, by name, then number: KMUListedDevice. nil and an
// error where there is no such unit, or the store fails.
NSArray *KMUListDevices(KMUDeviceFilter *filter, int64_t viewer, KMUConnection *connection,
                        NSError **error);

// A device with all its details: nil where there is none, with an error only where the store failed.
KMUDevice *KMULookUpDevice(int64_t number, int64_t viewer, KMUConnection *connection, NSError **error);

// What a user has borrowed, added to an array of KMULoan, by device name, then number.
BOOL KMUAddLoansOfUser(int64_t user, NSString *name, NSMutableArray *loans, KMUConnection *connection,
                       NSError **error);

// The number of the user of a name: 0 where there is none, with an error only where the store failed.
int64_t KMULookUpUser(NSString *name, KMUConnection *connection, NSError **error);

// The unit of a name; nil and an error where there is none.
KMUUnit *KMULookUpUnit(NSString *name, KMUAttempt attempt, KMUConnection *connection, NSError **error);
