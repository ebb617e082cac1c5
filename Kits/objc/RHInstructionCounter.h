#import <Foundation/Foundation.h>

// Counts the instructions of core calls where the harness asks for it: by callgrind, under which the
// driver runs then, or by the processor.
@interface RHInstructionCounter : NSObject

// The counter that a step asks for: nil and the reason, by errno's text or ours, where there is none.
+ (instancetype)counterForStep:(NSDictionary *)request reason:(NSString **)reason;

// A core call begins; right before it.
- (void)begin;
// A core call has ended; right after it.
- (void)end;
// The step has ended. Returns the count by the processor, or nil where callgrind leaves its own as a
// file; nil and a reason where what was counted is not whole.
- (NSNumber *)finish:(NSString **)reason;
@end
