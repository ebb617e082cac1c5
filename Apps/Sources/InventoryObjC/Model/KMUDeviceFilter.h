#import <Foundation/Foundation.h>

// Which devices a list shows by their state, in the order of the list's menu.
typedef enum {
  KMUFilterAll, KMUFilterMine, KMUFilterAvailable, KMUFilterNotAvailable, KMUFilterStates,
} KMUFilterState;

// Which devices a list shows: a state and a unit together.
@interface KMUDeviceFilter : NSObject
{
  KMUFilterState _state;
  NSString *_unit;
}
@property (nonatomic, readonly) KMUFilterState state;
// The name of the unit they belong to; nil for the devices of all units.
@property (nonatomic, readonly) NSString *unit;

// The devices of a state, and of a unit or, by nil, of all.
+ (instancetype)filterWithState:(KMUFilterState)state unit:(NSString *)unit;
// What it lists, as in an error: "the available devices of IT".
- (NSString *)words;
@end
