#import <Foundation/Foundation.h>

// The data that a user fills in to add a device. It is checked when it is added, not here, so that a
// half filled form is a value too.
@interface KMUNewDevice : NSObject
{
  NSString *_name, *_location, *_serialNumber, *_details;
  NSData *_picture;
}
// Required, at most 200 bytes each; the serial number is unique in the inventory.
@property (nonatomic, copy) NSString *name, *location, *serialNumber;
// Free text of at most 4,000 bytes; may be empty.
@property (nonatomic, copy) NSString *details;
// A PNG of any size, or nil. The server keeps it resized.
@property (nonatomic, retain) NSData *picture;
@end
