#import <Foundation/Foundation.h>

// Every way a call can be refused or fail; the names are those of the app in Swift.
#define KMU_ERRORS(name)                                                                          \
  name(wrongCredentials) name(unknownServer) name(unknownUnit) name(notConnected)                 \
  name(settings) name(sessionUnknown) name(sessionExpired) name(noSuchDevice) name(alreadyLent)   \
  name(notLent) name(lentToAnother) name(noSuchUser) name(fieldEmpty) name(fieldTooLong)          \
  name(serialNumberTaken) name(foreignCode) name(noCodeInRectangle)                               \
  name(severalCodesInRectangle) name(cameraInUse) name(imageTooLarge) name(codeNotPrinted)        \
  name(pictureUnreadable) name(pictureNotWritten) name(cryptographyFailed) name(file)             \
  name(damaged) name(wrongKey) name(noLoginKept) name(storeNotOpened) name(storeNewer)            \
  name(storeForeign) name(storeDamaged) name(storeBusy) name(storeFailed) name(storeNotEmpty)     \
  name(fixtureImpossible)

#define KMU_CASE(name) KMU_##name,
typedef enum { KMU_ERRORS(KMU_CASE) KMUErrorCount } KMUErrorCode;
#undef KMU_CASE

// The domain of all errors of this app; their codes are those above.
extern NSString *const KMUErrorDomain;

// The name of a code, such as `alreadyLent`.
NSString *KMUNameOfError(KMUErrorCode code);

// An error of a code with its words.
NSError *KMUErrorWith(KMUErrorCode code, NSString *format, ...) NS_FORMAT_FUNCTION(2, 3);

// Hands an error to whoever asked for one, and returns nil: `return KMURefuse(error, …)`.
static inline id KMURefuse(NSError **error, NSError *reason) {
  if (error) *error = reason;
  return nil;
}

// The call that was refused; the first half of an error's words. Made for every call, so that it holds
// what the words are made of rather than words.
typedef struct {
  enum {
    KMUToList, KMUToLookUp, KMUToLend, KMUToGiveBack, KMUToAdd, KMUToListUnits, KMUToListLoans,
    KMUToFetchPictures, KMUToConnect,
  } kind;
  // The device, where the call is about one.
  int64_t device;
  // The filter, or the device's or the user's name, where the call has one.
  id subject;
} KMUAttempt;

// Errors that are met in several places.
NSError *KMUNotConnected(KMUAttempt attempt);
NSError *KMUSessionUnknown(KMUAttempt attempt);
NSError *KMUSessionExpired(KMUAttempt attempt, NSString *user);
NSError *KMUNoSuchDevice(KMUAttempt attempt);
NSError *KMUUnknownUnit(KMUAttempt attempt, NSString *name);
NSError *KMUNoSuchUser(KMUAttempt attempt, NSString *name);
NSError *KMUFieldEmpty(KMUAttempt attempt, NSString *field);
NSError *KMUFieldTooLong(KMUAttempt attempt, NSString *field, NSUInteger bytes, NSUInteger limit);
