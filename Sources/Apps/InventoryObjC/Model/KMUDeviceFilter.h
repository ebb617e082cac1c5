#import <Foundation/Foundation.h>

// Which devices a list shows; of all units, or of one.
typedef enum {
  KMUFilterAll, KMUFilterMine, KMUFilterAvailable, KMUFilterNotAvailable, KMUFilterUnit,
} KMUFilterKind;

@interface KMUDeviceFilter : NSObject
{
  KMUFilterKind _kind;
  NSString *_unit;
}
@property (nonatomic, readonly) KMUFilterKind kind;
// The unit's name where it is a filter by unit, else nil.
@property (nonatomic, readonly) NSString *unit;

// Reads "all", "mine", "available", "not-available" or "unit:NAME"; nil for anything else.
+ (instancetype)filterWithText:(NSString *)text;
// What it lists, as in an error: "the available devices".
- (NSString *)words;
@end
