#import <Foundation/Foundation.h>

@class KMUConnection;

// A device's picture as the server keeps it: a PNG of at most 320x240 pixels.
@interface KMUPicture : NSObject
{
  int64_t _device;
  int _width, _height;
  NSData *_png;
}
// Whose picture it is; 0 while it is nobody's.
@property (nonatomic, assign) int64_t device;
@property (nonatomic, readonly) int width, height;
// The PNG file's bytes.
@property (nonatomic, readonly) NSData *png;

- (instancetype)initWithPNG:(NSData *)png width:(int)width height:(int)height;
// Reads, scales and writes a PNG: it keeps its aspect ratio, and is never enlarged. It is written anew
// even where its size fits, so that nothing but pixels is kept. nil and an error where cairo can't.
+ (instancetype)pictureResizedFrom:(NSData *)png error:(NSError **)error;

// Adds it to the store as a device's.
- (BOOL)storeFor:(int64_t)device on:(KMUConnection *)connection error:(NSError **)error;
@end
