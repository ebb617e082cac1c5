#import <Foundation/Foundation.h>

#import "KMUDevice.h"

@class KMUPicture;

// A row of the device list as it is on the screen, with its picture.
@interface KMUDeviceRow : NSObject
{
  KMUListedDevice *_line;
  KMUPicture *_picture;
}
@property (nonatomic, readonly) KMUListedDevice *line;
// nil where the device has none.
@property (nonatomic, readonly) KMUPicture *picture;

- (instancetype)initWithLine:(KMUListedDevice *)line picture:(KMUPicture *)picture;

// The colour of the frame around the picture: "green" where the device is available, "orange" where the
// user who looks has it, "red" where another has it.
- (NSString *)colour;
@end
