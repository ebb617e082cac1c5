#import <Foundation/Foundation.h>

@class RHArguments, RHOutcome;

// Something a story can do with an app, as a subclass. For each repetition of a step one is made, and
// asked for three things; only the second is measured.
@interface RHVerb : NSObject
// The word in scenarios.
+ (NSString *)name;

// Reads arguments and builds inputs. NO and an error where an argument can't be used, or the app
// refuses.
- (BOOL)prepare:(RHArguments *)arguments forApp:(id)app error:(NSError **)error;
// The core call alone: nil and an error where the app refuses.
- (id)call:(NSError **)error;
// Writes down what the call led to.
- (void)write:(id)result to:(RHOutcome *)outcome;
@end
