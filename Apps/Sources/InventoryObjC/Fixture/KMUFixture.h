#import <Foundation/Foundation.h>

@class KMUStore;

// An inventory made up from a seed: equal arguments give equal rows on every machine, and the same rows
// as the app in Swift makes of them.
//
// User `alice` is a member of the first unit. All users have the password "secret", and share one hash
// computed beforehand.
@interface KMUFixture : NSObject
{
  int64_t _devices, _users, _loans;
  uint64_t _seed;
}
// 2015-06-01 08:00 UTC in milliseconds: loans of a fixture were made in the 30 days before it.
extern const int64_t KMUFixtureNow;

// A fixture of so many devices, users, and devices that the first user has borrowed; nil and an error for
// numbers out of range.
- (instancetype)initWithDevices:(int64_t)devices
                          users:(int64_t)users
                          loans:(int64_t)loans
                           seed:(uint64_t)seed
                          error:(NSError **)error;

// Fills an empty store, in one transaction, and leaves it as one that was opened a while ago. One that is
// not empty is refused as storeNotEmpty.
- (BOOL)fill:(KMUStore *)store error:(NSError **)error;

// A PNG of 1600x1200 pixels to add a device with, as a camera would deliver it.
+ (NSData *)photograph:(NSError **)error;
@end
