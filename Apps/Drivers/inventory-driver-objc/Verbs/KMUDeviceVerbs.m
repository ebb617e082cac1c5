#import "KMUClient.h"
#import "KMUGreyImage.h"
#import "KMULabelFrame.h"
#import "KMULookedAtPicture.h"
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
  [outcome setText:KMUTextOf(KMUPhraseAdded, self.app.language) forFact:@"message"];
  [outcome mixLine:device.line];
  [outcome mixText:device.details];
}

@end

// A detail page. Its name and lines are facts of a device that the step names, since each repetition has
// to lead to the same.
@interface KMUDeviceVerb : KMUVerb
{
  int64_t _number;
  BOOL _isNamed;
  NSArray *_lines;
}
// The device that is looked up; 0 and an error where its code can't be read.
- (int64_t)number:(NSError **)error;
@end

@implementation KMUDeviceVerb

+ (NSString *)name { return @"device"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObjects:@"device", @"of", nil]; }

- (void)dealloc {
  [_lines release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  _isNamed = [arguments has:@"device"];
  return [self.app.screen look:arguments device:&_number error:error];
}

- (int64_t)number:(NSError **)error { return _number; }

- (id)call:(NSError **)error {
  NSError *refusal = nil;
  int64_t number = [self number:&refusal];
  KMUDevice *device = refusal ? nil : [self.app.client device:number error:&refusal];
  if (refusal) {
    *error = refusal;
    return nil;
  }
  _lines = [KMULinesOf(device, self.app.language) retain];
  return device;
}

- (void)write:(KMUDevice *)device to:(RHOutcome *)outcome {
  if (_isNamed) [outcome setText:device.line.name forFact:@"name"];
  [outcome setText:[KMUStateWords() objectAtIndex:device.line.state] forFact:@"state"];
  if (_isNamed) [outcome setTexts:_lines forFact:@"lines"];
  [outcome mixDevice:device];
}

@end

@interface KMUDeviceByCodeVerb : KMUDeviceVerb
{
  KMUGreyImage *_frame;
}
@end

@implementation KMUDeviceByCodeVerb

+ (NSString *)name { return @"device-by-code"; }

- (NSArray *)argumentNames {
  return [NSArray arrayWithObjects:@"device", @"of", @"beside", @"outside", nil];
}

- (void)dealloc {
  [_frame release];
  [super dealloc];
}

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  int64_t beside = 0;
  BOOL isOutside = NO;
  if (![super read:arguments error:error]
      || ![arguments readBoolean:&isOutside ifGiven:@"outside" error:error]
      || ![arguments read:&beside ifGiven:@"beside" error:error]) {
    return NO;
  }
  _frame = [(isOutside ? KMULabelFrame(0, _number, _number, error)
                       : KMULabelFrame(_number, beside, _number, error)) retain];
  return _frame != nil;
}

- (int64_t)number:(NSError **)error { return KMUReadFrame(self.app.camera, _frame, error); }

@end

// One picture as it is kept: its sides, and whether it shows what the camera took.
@interface KMUPictureVerb : KMUVerb
{
  int64_t _number;
}
@end

@implementation KMUPictureVerb

+ (NSString *)name { return @"picture"; }

- (NSArray *)argumentNames { return [NSArray arrayWithObject:@"device"]; }

- (BOOL)read:(RHArguments *)arguments error:(NSError **)error {
  return [arguments read:&_number of:@"device" error:error];
}

- (id)call:(NSError **)error {
  NSArray *devices = [NSArray arrayWithObject:[NSNumber numberWithLongLong:_number]];
  return [self.app.client picturesOf:devices error:error];
}

- (void)write:(NSArray *)pictures to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[pictures count] forFact:@"count"];
  for (KMUPicture *picture in pictures) {
    KMULookedAtPicture *look =
        [[[KMULookedAtPicture alloc] initWithPNG:picture.png] autorelease];
    KMULookedAtPicture *original =
        [[[KMULookedAtPicture alloc] initWithPNG:self.app.photograph] autorelease];
    [outcome setText:look.size forFact:@"size"];
    [outcome setBoolean:[look isLike:original] forFact:@"alike"];
    [outcome mixInteger:picture.device];
  }
}

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
  for (KMUListedDevice *line in self.app.screen.lines) {
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
