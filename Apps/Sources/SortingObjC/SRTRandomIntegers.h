#import <Foundation/Foundation.h>

// The array of a trial, counted from 0: 32-bit numbers as NSNumbers, those of RandomIntegers in Swift.
NSArray *SRTTrial(NSUInteger number, NSUInteger count, uint64_t seed);
