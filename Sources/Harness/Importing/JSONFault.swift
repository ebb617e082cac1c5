import Foundation

/// What makes data no JSON, and where.
struct JSONFault {
  let place: JSONPlaces.Place
  let reason: String

  /// Nil where the data is JSON. Of Foundation's parsers this one alone tells a place, as the number
  /// of bytes before it; where it tells none, the fault is a number too great or the file's end.
  init?(_ data: Data) {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      var reason = words ?? "it is no JSON"
      if reason.hasSuffix(".") { reason.removeLast() }
      if let told = reason.firstMatch(of: /\ around character (\d+)/), let offset = Int(told.1) {
        self.reason = String(reason[..<told.range.lowerBound])
        place = Self.place(after: offset, of: data)
      } else if let number = reason.firstMatch(of: /Number (\S+) is not representable/),
        let range = data.range(of: Data(number.1.utf8))
      {
        self.reason = "the number \(number.1) is too great"
        place = Self.place(after: range.lowerBound, of: data)
      } else {
        self.reason = reason
        place = Self.place(after: data.count, of: data)
      }
    }
  }

  private static func place(after count: Int, of data: Data) -> JSONPlaces.Place {
    let before = data.prefix(count)
    return JSONPlaces.Place(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1)
  }
}
