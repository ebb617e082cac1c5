import DriverProtocol

/// A user of a service: what it took from answers, and what it takes next of data.
struct User {
  private let settings: Settings
  private var values: Values
  /// The place of the row that it uses of all data; nil for the next one each time.
  private let row: Int?

  init(_ settings: Settings, _ values: Values, row: Int? = nil) {
    (self.settings, self.values, self.row) = (settings, values, row)
  }

  /// The request that a step's arguments describe, with all variables resolved; `data` are the files that were read.
  mutating func request(_ step: RequestStep, _ data: inout [String: DataRows]) throws -> Request {
    let request = step.request
    var values = values
    if let file = request.data {
      let path = try values.resolved(file)
      var rows = try data[path] ?? DataRows(path)
      values.row = row.map { rows.row($0) } ?? rows.next()
      data[path] = rows
    }
    let headers =
      try request.headers.map { try values.header($0) }
      + settings.headers.filter { values.known($0) != nil }.map { try values.header($0) }
    return Request(
      method: request.method, url: try values.url(request.target, at: settings.base),
      headers: headers, body: try Body(of: step, values))
  }

  /// Keeps the values that later requests use.
  /// - Throws: ``UserError`` if one is not there.
  mutating func take(_ step: RequestStep, from answer: Answer) throws(UserError) {
    for (name, part) in step.request.taken.sorted(by: { $0.key < $1.key }) {
      guard let value = try answer.value(of: part) else {
        throw .nothingToTake(part.rawValue, answer.head)
      }
      values.taken[name] = value
    }
  }
}
