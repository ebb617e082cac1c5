#import "SRTSortingApp.h"

// Serves the sorts in Objective-C to the harness.
int main(void) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  int status = RHServe([SRTSortingApp class]);
  [pool drain];
  return status;
}
