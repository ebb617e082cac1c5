#import "KMUCamera.h"
#import "KMUVerbs.h"

@interface KMUOpenCameraVerb : KMUVerb
@end

@implementation KMUOpenCameraVerb

+ (NSString *)name { return @"open-camera"; }

- (id)call:(NSError **)error { return [self.app.camera captureFor:nil error:error]; }

- (void)write:(KMUCapture *)capture to:(RHOutcome *)outcome {
  self.app.capture = capture;
  [outcome setBoolean:YES forFact:@"open"];
}

@end

@interface KMUCloseCameraVerb : KMUVerb
@end

@implementation KMUCloseCameraVerb

+ (NSString *)name { return @"close-camera"; }

- (id)call:(NSError **)error {
  [self.app.capture end];
  return self;
}

- (void)write:(id)result to:(RHOutcome *)outcome { [outcome setBoolean:NO forFact:@"open"]; }

@end
