#import "KMUDeviceCode.h"

NSString *KMUCodeOfDevice(int64_t device) {
  return [NSString stringWithFormat:@"KMU-%06lld", (long long)device];
}

int64_t KMUDeviceOfCode(NSString *text) {
  if (![text hasPrefix:@"KMU-"]) return 0;
  int64_t device = [[text substringFromIndex:4] longLongValue];
  return device > 0 && [KMUCodeOfDevice(device) isEqual:text] ? device : 0;
}
