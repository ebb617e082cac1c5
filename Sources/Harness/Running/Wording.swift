import Glibc

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }

  /// As in `30 s` or `0.5 s`.
  var formattedSeconds: String {
    let seconds = Double(nanoseconds) / 1e9
    return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
  }
}

/// As in `signal 11 (Segmentation fault)`.
func signalName(_ signal: Int32) -> String {
  guard let text = strsignal(signal) else { return "signal \(signal)" }
  return "signal \(signal) (\(String(cString: text)))"
}

extension String {
  /// With a full stop, unless what was quoted last brought one.
  var asSentence: String { last.map { ".!?".contains($0) } == true ? self : self + "." }
}
