#import <Foundation/Foundation.h>

// Five ways to sort numbers in place, as the app in Swift has them, over an array of objects: what J. Squires
// compared with Swift in 2014 (github.com/jessesquires/objc-sorts). Every comparison asks both objects for
// their integers, every move goes through the array's methods.
typedef enum { SRTStandard, SRTQuick, SRTHeap, SRTInsertion, SRTSelection } SRTAlgorithm;

// The algorithms' names, in the order of SRTAlgorithm.
NSArray *SRTAlgorithmNames(void);

// Sorts NSNumbers in ascending order.
void SRTSort(NSMutableArray *numbers, SRTAlgorithm algorithm);
