/// The blocks in which the users of a pair come: those of a block to one side, and then the same to the other.
///
/// So both sides see the same users within a short time, and while one is asked the other rests: a request waits for
/// no other's, and what a service does after its answers delays its own users alone. The side that begins changes from
/// block to block, so a machine that becomes slower meanwhile is slower for both.
struct Blocks {
  /// The time for which the users of a block arrive.
  let length: Duration
  /// The time after them, in which they are served before the other side is asked.
  let gap: Duration
  private let count: Int
  private let beginsWithFirstSide: Bool

  /// The time of all gaps, by which a pair takes longer than both sides alone; 5 s at most.
  var gaps: Duration { gap * (2 * count) }

  /// Ten blocks, or fewer if they were shorter than half a second.
  init(of seconds: Double, beginsWithFirstSide: Bool) {
    self.beginsWithFirstSide = beginsWithFirstSide
    length = max(.milliseconds(500), .seconds(seconds) / 10)
    gap = min(max(.milliseconds(50), length / 10), .milliseconds(250))
    count = max(1, Int((.seconds(seconds) / length).rounded(.up)))
  }

  /// Returns when a user is due at a side who would arrive at a side alone after this time.
  func due(_ arrival: Duration, onFirstSide isFirstSide: Bool) -> Duration {
    // Who comes at the very end is of the last block.
    let number = min(Int(arrival / length), count - 1)
    let firstBegins = beginsWithFirstSide == number.isMultiple(of: 2)
    let turn = 2 * number + (firstBegins == isFirstSide ? 0 : 1)
    return (length + gap) * turn + (arrival - length * number)
  }
}
