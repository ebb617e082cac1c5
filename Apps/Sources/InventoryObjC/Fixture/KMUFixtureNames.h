#import <Foundation/Foundation.h>

#import "SplitMix64.h"

// The words a fixture is made of, draw by draw those of the app in Swift.

// A model of device.
typedef struct {
  NSString *name, *prefix, *details;
} KMUKind;

// One of the models.
const KMUKind *KMUPickKind(SplitMix64 *random);
// A comment on a loan; may be empty.
NSString *KMUPickComment(SplitMix64 *random);
// alice, bob, carol … zoe, alice2, bob2 …; counted from 0.
NSString *KMUUserName(int64_t index);
// Such as "Building C, Room 214".
NSString *KMUPickLocation(SplitMix64 *random);
// Such as "TP-3F07-123": the end makes it unique, the middle makes its order random.
NSString *KMUSerialNumber(int64_t number, const KMUKind *kind, SplitMix64 *random);
// The hash of the password "secret", which all users of a fixture have.
extern NSString *const KMUFixturePasswordHash;
