#import "KMUInventorySession.h"

// Serves the inventory in Objective-C to the harness.
int main(void) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  int status = RHServe([KMUInventorySession class]);
  [pool drain];
  return status;
}
