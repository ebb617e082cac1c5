#import "KMUClient.h"
#import "KMUGreyImage.h"
#import "KMULoan.h"
#import "KMUNewDevice.h"
#import "KMUPicture.h"
#import "KMUUnit.h"
#import "KMUVerbs.h"

@interface KMUAddVerb : KMUVerb
{
  KMUNewDevice *_form;
}
@end

@implementation KMUAddVerb

+ (NSString *)name { return @"add"; }

- (NSArray *)argumentNames {
  return [NSArray arrayWithObjects:@"name", @"location", @"description", nil];
}

- (void)dealloc {
  [_form release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  [self.app setAdded:self.app.added + 1];
  _form = [[KMUNewDevice alloc] init];
  _form.name = [arguments text:@"name" error:error];
  if (!_form.name) return NO;
  _form.location = [arguments text:@"location" error:error];
  if (!_form.location) return NO;
  _form.serialNumber = [NSString stringWithFormat:@"ADDED-%lld", (long long)self.app.added];
  _form.details = [arguments text:@"description" or:@""];
  _form.picture = self.app.photograph;
  return YES;
}

- (id)call:(NSError **)error { return [self.app.client add:_form error:error]; }

- (void)write:(KMUDevice *)device to:(RHOutcome *)outcome {
  [outcome setBoolean:device.hasPicture forFact:@"picture"];
  [outcome mixDevice:device.line];
  [outcome mixText:device.details];
}

@end

@interface KMUDeviceVerb : KMUVerb
{
  long long _device;
}
@end

@implementation KMUDeviceVerb

+ (NSString *)name { return @"device"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"device"]; }

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  return [arguments read:&_device of:@"device" error:error];
}

- (id)call:(NSError **)error { return [self.app.client device:_device error:error]; }

- (void)write:(KMUDevice *)device to:(RHOutcome *)outcome {
  [outcome setText:device.line.name forFact:@"name"];
  [outcome mixDevice:device.line];
  [outcome mixText:device.details];
  [outcome mixText:device.unit.name];
  if (device.loan) [outcome mixLoan:device.loan];
}

@end

@interface KMUDeviceByCodeVerb : KMUDeviceVerb
{
  KMUGreyImage *_frame;
}
@end

@implementation KMUDeviceByCodeVerb

+ (NSString *)name { return @"device-by-code"; }

- (void)dealloc {
  [_frame release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  if (![super read:arguments error:error]) return NO;
  _frame = [[self.app frameOf:_device error:error] retain];
  return _frame != nil;
}

- (id)call:(NSError **)error { return [self.app.client deviceInFrame:_frame error:error]; }

@end

@interface KMUPicturesVerb : KMUVerb
{
  NSArray *_devices;
}
@end

@implementation KMUPicturesVerb

+ (NSString *)name { return @"pictures"; }

- (void)dealloc {
  [_devices release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  NSMutableArray *devices = [[NSMutableArray alloc] init];
  for (KMUListedDevice *line in self.app.shown) {
    [devices addObject:[NSNumber numberWithLongLong:line.number]];
  }
  _devices = devices;
  return YES;
}

- (id)call:(NSError **)error { return [self.app.client picturesOf:_devices error:error]; }

- (void)write:(NSArray *)pictures to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[pictures count] forFact:@"count"];
  for (KMUPicture *picture in pictures) {
    [outcome mixInteger:picture.device];
    [outcome mixBytes:picture.png];
  }
}

@end
