/// What the three topics of pressure have in common.
enum PressureLimit {
  /// The share of time above which it disturbs. Pairs of runs on a machine without it differ by
  /// 5 to 7 %: more waiting than that would be most of what is measured.
  static let percent = 5.0

  /// The share in words.
  static func words(_ share: Double) -> String {
    "\(Quantity.percent(share)) of the time, over 10 seconds"
  }
}
