import Foundation

extension Date {
  /// The text that is stored, in UTC: `2026-11-24 09:30:00.123`. GRDB would write the same, but its formatter needs
  /// ICU's data, which is left out of the programs.
  var stored: String {
    let (first, last) = (-62_135_596_800_000.0, 253_402_300_799_999.0)
    let milliseconds = Int64(min(max(first, (timeIntervalSince1970 * 1000).rounded()), last))
    let (seconds, fraction) = (milliseconds / 1000, milliseconds % 1000)
    var time = time_t(fraction < 0 ? seconds - 1 : seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = [
      digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2),
    ]
    let hour = [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
    return day.joined(separator: "-") + " " + hour.joined(separator: ":") + "."
      + digits(fraction < 0 ? fraction + 1000 : fraction, 3)
  }
}
