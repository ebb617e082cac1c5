extension Minutes {
  /// The time to read: hours, minutes and seconds, without those that are 0. No days: a working
  /// day has not 24 hours.
  var text: String {
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    let text = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return text.isEmpty ? "0 min" : text
  }
}
