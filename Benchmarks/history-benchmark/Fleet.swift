import Foundation
import SeededRandom
import Simulation

/// The machines that a history of commits is measured by.
enum Fleet: Sendable, CaseIterable {
  /// One machine that is never replaced, at the speed that was recorded.
  case one
  /// Four at a time, of unlike speeds, which are all replaced after 100 commits.
  case changing

  /// How fast each commit's machine is.
  ///
  /// Machines of a hosted fleet differ by more than two (prisma/orm #29804); one and the same kind by
  /// 2.7 % from visit to visit (CodSpeed).
  func speeds(_ count: Int, _ random: inout SplitMix64) -> [Double] {
    switch self {
    case .one: return Array(repeating: 1, count: count)
    case .changing:
      var kinds: [Double] = []
      return (0..<count).map { commit in
        if commit % 100 == 0 {
          kinds = (0..<4).map { _ in 0.7 * pow(2.2, Double(random.below(1001)) / 1000) }
        }
        return random.pick(kinds) * exp(0.027 * random.normal())
      }
    }
  }
}
