#import <Foundation/Foundation.h>

// The domain of errors about arguments; their description says what was found and what is allowed.
extern NSString *const RHArgumentErrorDomain;

// A step's arguments, or a fixture's settings, read by name and type.
//
// Foundation reads every number as a double, so whole numbers are known up to 2^53, and greater ones
// are refused rather than rounded.
@interface RHArguments : NSObject
{
  NSDictionary *_values;
}
// Returns nil where a value is none that a scenario can hold: an object, null, a list of lists.
- (instancetype)initWithValues:(NSDictionary *)values;

// A Boolean value that says whether the name was given.
- (BOOL)has:(NSString *)name;

// Text, or a number's or a truth value's text; nil and an error where the name was not given.
- (NSString *)text:(NSString *)name error:(NSError **)error;
// Text, or the fallback where the name was not given.
- (NSString *)text:(NSString *)name or:(NSString *)fallback;

// Reads a whole number; NO and an error where it is missing or none.
- (BOOL)read:(int64_t *)number of:(NSString *)name error:(NSError **)error;
// Reads a whole number where it was given, and leaves it as it is where not.
- (BOOL)read:(int64_t *)number ifGiven:(NSString *)name error:(NSError **)error;

// Reads true or false where it was given, and leaves it as it is where not.
- (BOOL)readBoolean:(BOOL *)value ifGiven:(NSString *)name error:(NSError **)error;

// The place of a word among those that are allowed; -1 and an error where it is missing or none of them.
- (NSInteger)choice:(NSString *)name of:(NSArray *)allowed error:(NSError **)error;

// Refuses names that nobody reads, so that a typing error is not silently ignored.
- (BOOL)allow:(NSArray *)names error:(NSError **)error;
@end
