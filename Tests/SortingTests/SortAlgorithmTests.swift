import Testing

@testable import Sorting

@Suite struct SortAlgorithmTests {
  @Test(arguments: SortAlgorithm.allCases)
  func `every algorithm sorts what the standard library sorts`(_ algorithm: SortAlgorithm) throws {
    for count in [0, 1, 2, 3, 10, 257, 1000] {
      let unsorted = try RandomIntegers(count: count, seed: 2014).trial(3)
      var sorted = unsorted
      algorithm.sort(&sorted)
      #expect(sorted == unsorted.sorted())
    }
  }

  @Test(arguments: SortAlgorithm.allCases)
  func `sorted, reversed, equal and extreme elements are sorted too`(
    _ algorithm: SortAlgorithm
  ) {
    let shapes: [[Int]] = [
      Array(0..<100), Array((0..<100).reversed()), Array(repeating: 7, count: 100),
      (0..<100).map { $0 % 3 }, [Int.max, Int.min, 0, -1, Int.min, Int.max],
      Array(0..<50) + Array((0..<50).reversed()),
    ]
    for shape in shapes {
      var sorted = shape
      algorithm.sort(&sorted)
      #expect(sorted == shape.sorted())
    }
  }

  @Test func `a seed and a trial always give the same integers`() throws {
    let source = try RandomIntegers(count: 4, seed: 0)
    // The upper halves of SplitMix64's reference output for the seed 0.
    #expect(source.trial(0) == [0xe220_a839, 0x6e78_9e6a, 0x06c4_5d18, 0xf88b_b8a8])
    #expect(source.trial(0) != source.trial(1))
  }

  @Test func `a count out of range is refused by name`() {
    #expect(throws: RandomIntegers.CountNotAllowed(count: -1)) {
      try RandomIntegers(count: -1, seed: 1)
    }
    #expect(
      RandomIntegers.CountNotAllowed(count: 2_000_000).description
        == "2000000 integers can't be sorted here: allowed are 0 to 1000000.")
  }
}
