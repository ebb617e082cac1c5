#import <Foundation/Foundation.h>

@class RHArguments;

// An app as a driver hosts it: made from a fixture, moved by verbs.
@protocol RHHostedApp <NSObject>
// The driver's name, as in error messages.
+ (NSString *)driverName;
// All that the driver can do: subclasses of RHVerb.
+ (NSArray *)verbs;
// The code by which a scenario expects an error: lower case with hyphens.
+ (NSString *)codeOfError:(NSError *)error;
// Builds the fixture in an empty directory of this run's own, and starts the app.
- (instancetype)initWithFixture:(RHArguments *)fixture
                      directory:(NSString *)directory
                          error:(NSError **)error;
@end

// Serves the driver protocol on standard input and output until `bye` or the end of input.
//
// What the app prints on standard output goes to standard error instead, so that it can't break the
// protocol. Returns the process's status: 0 after `bye`, 1 where the harness went away,
// 64 if it is to be slower by a handicap, which only drivers in Swift can be.
int RHServe(Class<RHHostedApp> app);
