import Glibc
import Statistics

/// What the pairs of one story in one arrangement show.
struct ChanceLine {
  static let header =
    pad("arrangement", 18) + pad("story", 10) + pad("candidate", 12)
    + pad("pairs", 7, right: true) + pad("sd %", 9, right: true) + pad("found %", 10, right: true)
    + pad("± %", 8, right: true)

  let arrangement: String
  let story: String
  let candidate: String
  /// Of the pairs' CPU times, ln(candidate / baseline).
  let logRatios: [Double]

  var text: String {
    let summary = (try? Distribution(logRatios)).flatMap { try? Summary(of: $0) }
    let found = summary.map { (exp($0.mean) - 1) * 100 }
    return Self.pad(arrangement, 18) + Self.pad(story, 10) + Self.pad(candidate, 12)
      + Self.pad("\(logRatios.count)", 7, right: true)
      + Self.pad(Self.decimal(summary?.standardDeviation.map { $0 * 100 }), 9, right: true)
      + Self.pad(Self.decimal(found), 10, right: true)
      + Self.pad(Self.decimal(summary?.standardError.map { $0 * 100 }), 8, right: true)
  }

  private static func decimal(_ value: Double?) -> String {
    guard let value else { return "-" }
    let hundredths = Int((value * 100).rounded())
    let rest = abs(hundredths) % 100
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return right ? blanks + text : text + blanks
  }
}
