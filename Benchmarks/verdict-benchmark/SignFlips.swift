import Recording
import Comparing
import SeededRandom
import Statistics

/// False alarms in very many whole runs without an effect, to see the tail: of real whole runs the
/// sides of each pair are exchanged at random. All figures of a pair change sides together.
///
/// It computes the rule's tests and Holm's procedure alone, since 20,000 recorded runs would
/// be 14 million records.
struct SignFlips {
  let measurements: Measurements
  let campaign: String

  /// How many of so many runs have an alarm.
  /// - Parameter floor: growth that is no regression; 0 shows the test's own tail.
  func alarms(_ count: Int, floor: Double, seed: UInt64) throws -> Int {
    var random = SplitMix64(seed: seed)
    let stories = measurements.stories(campaign).map { measurements.blocks(campaign, $0) }
    let blocks = stories.map(\.count).min() ?? 0
    let alpha = DecisionRule.standard.alpha
    var alarms = 0
    for _ in 0..<count {
      let block = random.below(blocks)
      var pValues: [Double] = []
      for story in stories {
        let pairs = story[block].map { random.below(2) == 0 ? $0 : $0.flipped }
        for quantity in MeasuredPair.Quantity.allCases {
          pValues.append(try PairTest.trimmed.pValue(pairs, quantity, floor: floor))
        }
      }
      if try Holm.adjusted(pValues).contains(where: { $0 <= alpha }) { alarms += 1 }
    }
    return alarms
  }
}
