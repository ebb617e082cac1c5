#import "RHServer.h"

#import "RHArguments.h"
#import "RHInstructionCounter.h"
#import "RHReplay.h"
#import "RHVerb.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static NSDictionary *refusal(NSString *code, NSString *message) {
  NSDictionary *error = [NSDictionary dictionaryWithObjectsAndKeys:code, @"code", message, @"message", nil];
  return [NSDictionary dictionaryWithObjectsAndKeys:[NSNumber numberWithBool:NO], @"ok", error,
                                                    @"error", nil];
}

static NSDictionary *success(void) {
  return [NSDictionary dictionaryWithObject:[NSNumber numberWithBool:YES] forKey:@"ok"];
}

// Answers requests one by one; holds the app once it is prepared.
@interface RHServer : NSObject
{
  Class<RHHostedApp> _class;
  id<RHHostedApp> _app;
}
- (instancetype)initWithApp:(Class<RHHostedApp>)app;
- (NSDictionary *)answer:(NSData *)line isLast:(BOOL *)isLast;
@end

@interface RHServer ()
- (NSDictionary *)hello;
- (NSDictionary *)prepare:(NSDictionary *)request;
- (NSDictionary *)step:(NSDictionary *)request;
- (NSDictionary *)step:(NSDictionary *)request verb:(Class)verb arguments:(RHArguments *)given;
@end

@implementation RHServer

- (instancetype)initWithApp:(Class<RHHostedApp>)app {
  self = [super init];
  if (!self) return nil;
  _class = app;
  return self;
}

- (void)dealloc {
  [_app release];
  [super dealloc];
}

- (NSDictionary *)answer:(NSData *)line isLast:(BOOL *)isLast {
  NSDictionary *request = [NSJSONSerialization JSONObjectWithData:line options:0 error:NULL];
  if (![request isKindOfClass:[NSDictionary class]]) {
    return refusal(@"bad-request", @"The line is not a JSON object.");
  }
  NSString *kind = [request objectForKey:@"request"];
  if ([kind isEqual:@"hello"]) return [self hello];
  if ([kind isEqual:@"prepare"]) return [self prepare:request];
  if ([kind isEqual:@"step"]) return [self step:request];
  if (![kind isEqual:@"bye"]) {
    return refusal(@"bad-request", [NSString stringWithFormat:@"The request is '%@'; allowed: hello, "
                                                              @"prepare, step, bye.", kind]);
  }
  *isLast = YES;
  [_app release];
  _app = nil;
  return success();
}

- (NSDictionary *)hello {
  NSMutableArray *names = [NSMutableArray array];
  for (Class verb in [_class verbs]) [names addObject:[verb name]];
  NSMutableDictionary *reply = [NSMutableDictionary dictionaryWithDictionary:success()];
  [reply setObject:[NSNumber numberWithInt:1] forKey:@"protocol"];
  [reply setObject:[_class driverName] forKey:@"driver"];
  [reply setObject:names forKey:@"verbs"];
  return reply;
}

- (NSString *)codeOf:(NSError *)error {
  return [[error domain] isEqual:RHArgumentErrorDomain] ? @"bad-argument" : [_class codeOfError:error];
}

// The values of a key, or nil where they are none that a scenario can hold.
static RHArguments *arguments(NSDictionary *request, NSString *key) {
  NSDictionary *values = [request objectForKey:key];
  if (![values isKindOfClass:[NSDictionary class]]) return nil;
  return [[[RHArguments alloc] initWithValues:values] autorelease];
}

- (NSDictionary *)prepare:(NSDictionary *)request {
  RHArguments *fixture = arguments(request, @"fixture");
  NSString *directory = [request objectForKey:@"directory"];
  if (!fixture || ![directory isKindOfClass:[NSString class]]) {
    return refusal(@"bad-request", @"'prepare' needs a fixture of scalars and a directory.");
  }
  [_app release];
  NSError *error = nil;
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  _app = [[(Class)_class alloc] initWithFixture:fixture directory:directory error:&error];
  [error retain];
  [pool drain];
  [error autorelease];
  // What making the fixture took and freed goes back to the kernel, as DriverKit does it; kept for
  // later use it would be the floor of every step's peak.
  malloc_trim(0);
  return _app ? success() : refusal([self codeOf:error], [error localizedDescription]);
}

- (NSDictionary *)step:(NSDictionary *)request {
  NSString *name = [request objectForKey:@"verb"];
  RHArguments *given = arguments(request, @"arguments");
  id repetitions = [request objectForKey:@"repeat"];
  if (![name isKindOfClass:[NSString class]] || !given || ![repetitions isKindOfClass:[NSNumber class]]) {
    return refusal(@"bad-request", @"'step' needs a verb, arguments of scalars and a repeat.");
  }
  if (!_app) return refusal(@"not-prepared", @"'prepare' has to come first.");
  NSMutableArray *known = [NSMutableArray array];
  for (Class verb in [_class verbs]) {
    if ([[verb name] isEqual:name]) return [self step:request verb:verb arguments:given];
    [known addObject:[verb name]];
  }
  return refusal(@"unknown-verb", [NSString stringWithFormat:@"There is no verb '%@'; known: %@.", name,
                                                             [known componentsJoinedByString:@", "]]);
}

- (NSDictionary *)step:(NSDictionary *)request verb:(Class)verb arguments:(RHArguments *)given {
  RHInstructionCounter *counter = nil;
  NSString *reason = nil;
  if ([[request objectForKey:@"count"] boolValue]) {
    counter = [RHInstructionCounter counterForStep:request reason:&reason];
    if (!counter) return refusal(@"not-counted", reason);
  }
  RHReplay *replay = [[[RHReplay alloc] initWithVerb:verb app:_app arguments:given
                                             counter:counter] autorelease];
  replay.timesEach = [[request objectForKey:@"elapsed"] boolValue];
  [replay repeat:[[request objectForKey:@"repeat"] longLongValue]];
  NSNumber *instructions = [counter finish:&reason];
  if (reason) return refusal(@"not-counted", reason);
  NSMutableDictionary *reply = [NSMutableDictionary dictionary];
  if (replay.unsteadiness) return refusal(@"unsteady-outcome", replay.unsteadiness);
  if (replay.error) {
    [reply setDictionary:refusal([self codeOf:replay.error], [replay.error localizedDescription])];
  } else {
    [reply setDictionary:success()];
    [reply setObject:replay.facts forKey:@"outcome"];
    [reply setObject:replay.digest forKey:@"digest"];
  }
  if (![[replay.error domain] isEqual:RHArgumentErrorDomain]) {
    [reply setObject:replay.cost forKey:@"cost"];
    NSString *elapsed = replay.elapsed;
    if (elapsed) [reply setObject:elapsed forKey:@"elapsed"];
  }
  if (instructions) [reply setObject:instructions forKey:@"instructions"];
  return reply;
}

@end

// Returns whether all was taken.
static BOOL writeLine(NSDictionary *reply, int descriptor) {
  NSMutableData *line = [[[NSJSONSerialization dataWithJSONObject:reply options:0
                                                           error:NULL] mutableCopy] autorelease];
  if (!line) {
    // The harness would wait for it.
    fputs("Error: the reply can't be written as JSON.\n", stderr);
    return NO;
  }
  [line appendBytes:"\n" length:1];
  const char *at = [line bytes], *end = at + [line length];
  while (at < end) {
    ssize_t count = write(descriptor, at, end - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return NO;
    at += count;
  }
  return YES;
}

int RHServe(Class<RHHostedApp> app) {
  // Without it a build would be thought to be slower by a known share.
  for (NSString *word in [[NSProcessInfo processInfo] arguments]) {
    if (![word isEqual:@"--handicap"] && ![word hasPrefix:@"--handicap="]) continue;
    fputs("Error: a driver made with the kit for Objective-C has no --handicap.\n", stderr);
    return 64;
  }
  // The app, and what it starts, can neither read requests nor write among the replies.
  FILE *requests = fdopen(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "r");
  if (!requests) return 1;
  int replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  RHServer *server = [[RHServer alloc] initWithApp:app];
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  BOOL isLast = NO, isTaken = YES;
  while (!isLast && isTaken && (length = getline(&line, &room, requests)) > 0) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    NSData *data = [NSData dataWithBytesNoCopy:line length:(NSUInteger)length freeWhenDone:NO];
    NSDictionary *reply = [server answer:data isLast:&isLast];
    isTaken = writeLine(reply, replies);
    [pool drain];
  }
  free(line);
  fclose(requests);
  [server release];
  return isLast && isTaken ? 0 : 1;
}
