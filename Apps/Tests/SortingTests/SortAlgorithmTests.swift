import Testing

@testable import Sorting

@Suite struct SortAlgorithmTests {
  @Test(arguments: SortAlgorithm.allCases)
  func `every algorithm sorts as the standard library does`(_ algorithm: SortAlgorithm) throws {
    for count in [0, 1, 2, 3, 10, 257, 1000] {
      let unsorted = try RandomIntegers(count: count, seed: 2014).trial(3)
      var sorted = unsorted
      algorithm.sort(&sorted)
      #expect(sorted == unsorted.sorted())
    }
  }

  @Test(arguments: SortAlgorithm.allCases)
  func `every algorithm sorts sorted, reversed, equal and extreme elements`(
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
    // The upper halves of SplitMix64's output for the seeds that the seed 0 gives; computed in Python.
    let source = try RandomIntegers(count: 3, seed: 0)
    #expect(source.trial(0) == [0xa706_dd2f, 0xb382_a305, 0x631a_9154])
    #expect(source.trial(1) == [0x46b7_3e79, 0x3743_27c6, 0xe10c_f86a])
  }

  @Test func `different trials have hardly any number in common`() throws {
    let source = try RandomIntegers(count: 10_000, seed: 2014)
    let first = Set(source.trial(0))
    for number in 1..<10 { #expect(first.intersection(source.trial(number)).count < 5) }
  }

  @Test func `a count out of range is refused with its value`() {
    #expect(throws: RandomIntegers.CountNotAllowed(count: -1)) {
      try RandomIntegers(count: -1, seed: 1)
    }
    #expect(
      RandomIntegers.CountNotAllowed(count: 2_000_000).description
        == "2000000 integers can't be sorted here: allowed are 0 to 1000000.")
  }
}
