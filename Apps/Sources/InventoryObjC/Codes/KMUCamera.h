#import <Foundation/Foundation.h>

@class KMUCapture, KMUGreyImage;

// Is told what each frame of a capture shows.
@protocol KMUCaptureObserver <NSObject>
// The code of a device, once, which ends the capture.
- (void)capture:(KMUCapture *)capture didReadDevice:(int64_t)device;
// Why there is none.
- (void)capture:(KMUCapture *)capture didFail:(NSError *)error;
@end

// The device's camera, which one capture at a time has.
@interface KMUCamera : NSObject
{
  BOOL _isInUse;
}
// Opens the camera to find a device's code, for an observer, which is not retained. nil and an error until
// the capture before this has ended.
- (KMUCapture *)captureFor:(id<KMUCaptureObserver>)observer error:(NSError **)error;
@end

// A look through the camera for one code; it ends when it has been read, by `end`, or with its last owner.
@interface KMUCapture : NSObject
{
  KMUCamera *_camera;
  id<KMUCaptureObserver> _observer;
  BOOL _hasEnded;
}
// Takes a frame of the preview and tells the observer what its rectangle shows. After the end nothing is
// told any more.
- (void)take:(KMUGreyImage *)frame;
// Ends the capture, so that another may begin. NO where it had ended before.
- (BOOL)end;
@end
