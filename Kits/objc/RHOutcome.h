#import <Foundation/Foundation.h>

// The outcome of one call: named facts, and a digest of everything that the caller would see.
//
// The digest is DriverKit's, so that builds in Swift and in Objective-C can be held against each
// other: 64-bit FxHash over words of eight bytes, the last filled up with zeros and followed by the
// length.
@interface RHOutcome : NSObject
{
  NSMutableDictionary *_facts;
  uint64_t _hash;
}
// Facts that a scenario may expect, such as `count: 5000`: NSString, NSNumber, and
// arrays of NSString.
@property (nonatomic, readonly) NSDictionary *facts;
// The digest so far: 16 hexadecimal digits.
@property (nonatomic, readonly) NSString *digest;

// Each of these sets a fact, and mixes it into the digest.
- (void)setText:(NSString *)text forFact:(NSString *)name;
- (void)setInteger:(long long)number forFact:(NSString *)name;
- (void)setBoolean:(BOOL)value forFact:(NSString *)name;
- (void)setTexts:(NSArray *)texts forFact:(NSString *)name;

- (void)mixText:(NSString *)text;
- (void)mixInteger:(int64_t)number;
- (void)mixBytes:(NSData *)bytes;

// Starts the next repetition: facts anew, the digest goes on.
- (void)nextRepetition;
@end

// A fact as one would write it in a scenario.
NSString *RHTextOfFact(id value);
