#import "SRTSorts.h"

static NSInteger integerAt(NSArray *numbers, NSUInteger index) {
  return [[numbers objectAtIndex:index] integerValue];
}

static NSComparisonResult compare(id first, id second, void *context) { return [first compare:second]; }

// Foundation's own. The source sorted by a comparator, a block that does the same; GCC has no blocks.
static void standardSort(NSMutableArray *numbers) { [numbers sortUsingFunction:compare context:NULL]; }

// Hoare's partition: afterwards nothing up to the boundary is greater than anything behind it.
static NSInteger partition(NSMutableArray *numbers, NSInteger first, NSInteger last) {
  NSInteger pivot = integerAt(numbers, (NSUInteger)(first + (last - first) / 2));
  NSInteger left = first, right = last;
  for (;;) {
    while (integerAt(numbers, (NSUInteger)left) < pivot) left++;
    while (integerAt(numbers, (NSUInteger)right) > pivot) right--;
    if (left >= right) return right;
    [numbers exchangeObjectAtIndex:(NSUInteger)left withObjectAtIndex:(NSUInteger)right];
    left++;
    right--;
  }
}

// The longer part is left to the loop, so the depth of calls is at most log2 n.
static void quickSort(NSMutableArray *numbers, NSInteger first, NSInteger last) {
  while (first < last) {
    NSInteger boundary = partition(numbers, first, last);
    if (boundary - first < last - boundary) {
      quickSort(numbers, first, boundary);
      first = boundary + 1;
    } else {
      quickSort(numbers, boundary + 1, last);
      last = boundary;
    }
  }
}

static void siftDown(NSMutableArray *numbers, NSUInteger root, NSUInteger count) {
  for (;;) {
    NSUInteger greatest = 2 * root + 1;
    if (greatest >= count) return;
    if (greatest + 1 < count && integerAt(numbers, greatest) < integerAt(numbers, greatest + 1)) greatest++;
    if (integerAt(numbers, root) >= integerAt(numbers, greatest)) return;
    [numbers exchangeObjectAtIndex:root withObjectAtIndex:greatest];
    root = greatest;
  }
}

static void heapSort(NSMutableArray *numbers) {
  NSUInteger count = [numbers count];
  for (NSUInteger root = count / 2; root > 0; root--) siftDown(numbers, root - 1, count);
  for (NSUInteger end = count; end > 1; end--) {
    [numbers exchangeObjectAtIndex:0 withObjectAtIndex:end - 1];
    siftDown(numbers, 0, end - 1);
  }
}

static void insertionSort(NSMutableArray *numbers) {
  for (NSUInteger position = 1; position < [numbers count]; position++) {
    // The array gives it up while others move into its place.
    NSNumber *moving = [[numbers objectAtIndex:position] retain];
    NSUInteger hole = position;
    while (hole > 0 && integerAt(numbers, hole - 1) > [moving integerValue]) {
      [numbers replaceObjectAtIndex:hole withObject:[numbers objectAtIndex:hole - 1]];
      hole--;
    }
    [numbers replaceObjectAtIndex:hole withObject:moving];
    [moving release];
  }
}

static void selectionSort(NSMutableArray *numbers) {
  for (NSUInteger position = 0; position < [numbers count]; position++) {
    NSUInteger least = position;
    for (NSUInteger candidate = position + 1; candidate < [numbers count]; candidate++) {
      if (integerAt(numbers, candidate) < integerAt(numbers, least)) least = candidate;
    }
    if (least != position) [numbers exchangeObjectAtIndex:position withObjectAtIndex:least];
  }
}

NSArray *SRTAlgorithmNames(void) {
  return [NSArray arrayWithObjects:@"standard", @"quick", @"heap", @"insertion", @"selection", nil];
}

void SRTSort(NSMutableArray *numbers, SRTAlgorithm algorithm) {
  switch (algorithm) {
    case SRTStandard: standardSort(numbers); break;
    case SRTQuick: quickSort(numbers, 0, (NSInteger)[numbers count] - 1); break;
    case SRTHeap: heapSort(numbers); break;
    case SRTInsertion: insertionSort(numbers); break;
    case SRTSelection: selectionSort(numbers); break;
  }
}
