/// How tables write numbers.
package enum Figure {
  /// A count, with commas: 20,000.
  package static func grouped(_ count: Int) -> String {
    count < 1_000
      ? "\(count)"
      : grouped(count / 1_000) + "," + String(String(1_000 + count % 1_000).dropFirst())
  }

  /// To three digits, as 73,800 or 15.6, and to fewer below 1; "-" for none.
  package static func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    guard value < 1_000 else {
      var scale = 10.0
      while value / scale >= 1_000 { scale *= 10 }
      return grouped(Int((value / scale).rounded() * scale))
    }
    return text(value, places: value < 0.1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)
  }

  /// With so many decimal places.
  package static func text(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return grouped(scaled) }
    return "\(scaled / scale)." + String(String(scale + scaled % scale).dropFirst())
  }
}
