#import "KMUCamera.h"

#import "KMUCodeReader.h"
#import "KMUError.h"
#import "KMUGreyImage.h"

// Flags change at once for all threads.
static BOOL raiseFlag(BOOL *flag) { return __atomic_exchange_n(flag, YES, __ATOMIC_ACQ_REL); }

@interface KMUCamera ()
- (void)close;
@end

@interface KMUCapture ()
- (instancetype)initWithCamera:(KMUCamera *)camera observer:(id<KMUCaptureObserver>)observer;
@end

@implementation KMUCamera

- (KMUCapture *)captureFor:(id<KMUCaptureObserver>)observer error:(NSError **)error {
  if (raiseFlag(&_isInUse)) {
    return KMURefuse(error, KMUErrorWith(KMU_cameraInUse,
                                         @"Cannot open the camera: it is in use already."));
  }
  return [[[KMUCapture alloc] initWithCamera:self observer:observer] autorelease];
}

- (void)close { __atomic_store_n(&_isInUse, NO, __ATOMIC_RELEASE); }

@end

@implementation KMUCapture

- (instancetype)initWithCamera:(KMUCamera *)camera observer:(id<KMUCaptureObserver>)observer {
  self = [super init];
  if (!self) return nil;
  _camera = [camera retain];
  _observer = observer;
  return self;
}

- (void)dealloc {
  [self end];
  [_camera release];
  [super dealloc];
}

- (void)take:(KMUGreyImage *)frame {
  if (__atomic_load_n(&_hasEnded, __ATOMIC_ACQUIRE)) return;
  NSError *refusal = nil;
  int64_t device = KMUReadCode([frame insideScanRectangle], &refusal);
  if (!device) [_observer capture:self didFail:refusal];
  // Of two frames that show it at the same time one counts.
  else if ([self end]) [_observer capture:self didReadDevice:device];
}

- (BOOL)end {
  if (raiseFlag(&_hasEnded)) return NO;
  [_camera close];
  return YES;
}

@end
