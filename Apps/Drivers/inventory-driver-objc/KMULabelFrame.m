#import "KMULabelFrame.h"

#import "KMUCamera.h"
#import "KMUCameraFrame.h"
#import "KMUCodePrinter.h"
#import "KMUError.h"

KMUGreyImage *KMULabelFrame(int64_t inside, int64_t outside, int64_t seed, NSError **error) {
  KMUGreyImage *label = nil, *other = nil;
  if (inside && !(label = KMUPrintCode(inside, error))) return nil;
  if (outside && !(other = KMUPrintCode(outside, error))) return nil;
  return KMUFrameShowing(label, other, (uint64_t)seed, error);
}

// Keeps what it is told last.
@interface KMUListener : NSObject <KMUCaptureObserver>
{
@public
  int64_t _device;
  NSError *_error;
}
@end

@implementation KMUListener

- (void)dealloc {
  [_error release];
  [super dealloc];
}

- (void)capture:(KMUCapture *)capture didReadDevice:(int64_t)device { _device = device; }

- (void)capture:(KMUCapture *)capture didFail:(NSError *)error {
  [_error release];
  _error = [error retain];
}

@end

int64_t KMUReadFrame(KMUCamera *camera, KMUGreyImage *frame, NSError **error) {
  KMUListener *listener = [[[KMUListener alloc] init] autorelease];
  KMUCapture *capture = [camera captureFor:listener error:error];
  if (!capture) return 0;
  [capture take:frame];
  [capture end];
  if (!listener->_device) KMURefuse(error, [[listener->_error retain] autorelease]);
  return listener->_device;
}
