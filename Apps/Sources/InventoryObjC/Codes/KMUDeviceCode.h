#import <Foundation/Foundation.h>

// The text of a device's QR code: "KMU-" and the device's number in at least six digits.
NSString *KMUCodeOfDevice(int64_t device);

// Reads a code's text. Returns 0 for any text that no device's code would be; "KMU-1" and "KMU-0000001"
// are refused too, so that a device has one code.
int64_t KMUDeviceOfCode(NSString *text);
