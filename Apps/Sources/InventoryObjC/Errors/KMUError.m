#import "KMUError.h"

#import "KMUDeviceCode.h"
#import "KMUDeviceFilter.h"

#include <stdarg.h>

NSString *const KMUErrorDomain = @"KMUInventory";

#define KMU_NAME(name) @ #name,
static NSString *const names[KMUErrorCount] = {KMU_ERRORS(KMU_NAME)};
#undef KMU_NAME

NSString *KMUNameOfError(KMUErrorCode code) { return names[code]; }

NSError *KMUErrorWith(KMUErrorCode code, NSString *format, ...) {
  va_list values;
  va_start(values, format);
  NSString *words = [[[NSString alloc] initWithFormat:format arguments:values] autorelease];
  va_end(values);
  NSDictionary *info = [NSDictionary dictionaryWithObject:words forKey:NSLocalizedDescriptionKey];
  return [NSError errorWithDomain:KMUErrorDomain code:code userInfo:info];
}

// The attempt as it follows "Cannot".
static NSString *wordsOf(KMUAttempt attempt) {
  NSString *code = KMUCodeOfDevice(attempt.device);
  switch (attempt.kind) {
    case KMUToList: return [@"list " stringByAppendingString:[attempt.subject words]];
    case KMUToLookUp: return [@"look up device " stringByAppendingString:code];
    case KMUToLend: return [@"lend device " stringByAppendingString:code];
    case KMUToGiveBack: return [NSString stringWithFormat:@"take device %@ back", code];
    case KMUToAdd: return [@"add device " stringByAppendingString:attempt.subject];
    case KMUToListUnits: return @"list the organisational units";
    case KMUToListLoans: return @"list the devices lent";
    case KMUToFetchPictures: return @"fetch pictures";
    case KMUToConnect:
      return [attempt.subject length] ? [@"connect as " stringByAppendingString:attempt.subject]
                                      : @"connect";
  }
  return nil;
}

NSError *KMUNotConnected(KMUAttempt attempt) {
  return KMUErrorWith(KMU_notConnected, @"Cannot %@: not connected to a server.", wordsOf(attempt));
}

NSError *KMUSessionUnknown(KMUAttempt attempt) {
  return KMUErrorWith(KMU_sessionUnknown, @"Cannot %@: the session has ended; connect again.",
                      wordsOf(attempt));
}

NSError *KMUSessionExpired(KMUAttempt attempt, NSString *user) {
  return KMUErrorWith(KMU_sessionExpired,
                      @"Cannot %@: the session of %@ has expired; connect again.", wordsOf(attempt),
                      user);
}

NSError *KMUNoSuchDevice(KMUAttempt attempt) {
  return KMUErrorWith(KMU_noSuchDevice, @"Cannot %@: the inventory holds no such device.",
                      wordsOf(attempt));
}

NSError *KMUUnknownUnit(KMUAttempt attempt, NSString *name) {
  return KMUErrorWith(KMU_unknownUnit, @"Cannot %@: there is no organisational unit \"%@\".",
                      wordsOf(attempt), name);
}

NSError *KMUNoSuchUser(KMUAttempt attempt, NSString *name) {
  return KMUErrorWith(KMU_noSuchUser, @"Cannot %@: there is no user \"%@\".", wordsOf(attempt), name);
}

NSError *KMUFieldEmpty(KMUAttempt attempt, NSString *field) {
  return KMUErrorWith(KMU_fieldEmpty, @"Cannot %@: the %@ is empty.", wordsOf(attempt), field);
}

NSError *KMUFieldTooLong(KMUAttempt attempt, NSString *field, NSUInteger bytes, NSUInteger limit) {
  return KMUErrorWith(KMU_fieldTooLong, @"Cannot %@: the %@ has %lu bytes, more than %lu.",
                      wordsOf(attempt), field, (unsigned long)bytes, (unsigned long)limit);
}
