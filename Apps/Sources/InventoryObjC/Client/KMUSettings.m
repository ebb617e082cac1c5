#import "KMUSettings.h"

#import "KMUPrivateFile.h"

@implementation KMUSettings

- (instancetype)initWithPath:(NSString *)path {
  self = [super init];
  if (!self) return nil;
  _file = [[KMUPrivateFile alloc] initWithPath:path kind:@"settings file" code:KMU_settings];
  return self;
}

- (void)dealloc {
  [_file release];
  [super dealloc];
}

- (NSString *)lastServer:(NSError **)error {
  NSData *bytes = _file.exists ? [_file read:error] : nil;
  if (!bytes) return nil;
  return [[[NSString alloc] initWithData:bytes encoding:NSUTF8StringEncoding] autorelease];
}

- (BOOL)keepLastServer:(NSString *)address error:(NSError **)error {
  NSError *failure = nil;
  if ([[self lastServer:&failure] isEqual:address]) return YES;
  if (failure) {
    KMURefuse(error, failure);
    return NO;
  }
  return [_file replaceWith:[address dataUsingEncoding:NSUTF8StringEncoding] error:error];
}

@end
