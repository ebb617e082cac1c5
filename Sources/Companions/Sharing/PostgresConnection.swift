import CPostgres

/// A connection to a Postgres server, with statements and COPY.
final class PostgresConnection {
  private let handle: OpaquePointer
  /// `PG_DIAG_SEVERITY_NONLOCALIZED`, a letter in C: an error's severity, in English.
  private static let severity = Int32(UInt8(ascii: "V"))
  let address: PostgresAddress

  /// Connects.
  /// - Throws: ``SharingError``.
  init(_ address: PostgresAddress) throws(SharingError) {
    self.address = address
    // The address may override settings before it. A server that vanished silently is given up after half a
    // minute.
    let settings: [(String, String)] = [
      ("connect_timeout", "10"), ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"),
      ("dbname", address.text), ("application_name", "rehearse"), ("client_encoding", "UTF8"),
    ]
    let handle = Self.withTexts(settings.map(\.0)) { names in
      Self.withTexts(settings.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let handle else {
      throw .unreachable(address: "\(address)", reason: "there is no memory left")
    }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else {
      let reason = address.quoted(PQerrorMessage(handle).map { String(cString: $0) } ?? "")
      throw .unreachable(address: "\(address)", reason: reason)
    }
    // Notices, for example about existing tables, are ignored.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit { PQfinish(handle) }

  /// Runs a body in one transaction, all or nothing. `mode` is what follows `BEGIN`.
  func transaction<Value>(_ mode: String = "", _ body: () throws -> Value) throws -> Value {
    try execute("BEGIN \(mode)")
    let value: Value
    do {
      value = try body()
    } catch {
      _ = try? execute("ROLLBACK")
      throw error
    }
    do {
      try execute("COMMIT")
    } catch .lost {
      throw SharingError.lostAtTheEnd(address: "\(address)")
    }
    return value
  }

  /// Executes a statement.
  /// - Returns: its rows; NULL and an empty text are both empty.
  @discardableResult
  func execute(_ statement: String) throws(SharingError) -> [[String]] {
    let result = PQexec(handle, statement)
    defer { PQclear(result) }
    try check(result, is: [PGRES_COMMAND_OK, PGRES_TUPLES_OK])
    guard let result else { return [] }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
      }
    }
  }

  /// Sends a table the rows that `body` passes to its closure. Names of columns are quoted if SQL demands it.
  func copy(
    into table: String, columns: [String], _ body: ((CopyText.Fields) throws -> Void) throws -> Void
  ) throws {
    try begin(
      "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN", PGRES_COPY_IN)
    var waiting: [UInt8] = []
    do {
      try body { row in
        CopyText.append(row, to: &waiting)
        if waiting.count > 1 << 16 { try send(&waiting) }
      }
      try send(&waiting)
    } catch {
      // The server discards the rows; the error says why.
      if PQputCopyEnd(handle, "the sender failed") == 1 { drainResults() }
      throw error
    }
    guard PQputCopyEnd(handle, nil) == 1 else { throw broken() }
    try finishCopy()
  }

  func copy(from query: String, _ body: (CopyText.Fields) throws -> Void) throws {
    try begin("COPY (\(query)) TO STDOUT", PGRES_COPY_OUT)
    while true {
      var line: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &line, 0)
      defer { PQfreemem(line) }
      guard count > 0, let line else {
        if count == -1 { return try finishCopy() }
        throw broken()
      }
      let bytes = UnsafeRawBufferPointer(start: line, count: Int(count))
      try body(try CopyText.row(bytes))
    }
  }

  private func begin(_ statement: String, _ expected: ExecStatusType) throws(SharingError) {
    let result = PQexec(handle, statement)
    defer { PQclear(result) }
    try check(result, is: [expected])
  }

  private func send(_ bytes: inout [UInt8]) throws(SharingError) {
    guard !bytes.isEmpty else { return }
    let sent = bytes.withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { PQputCopyData(handle, $0, Int32(chars.count)) } ?? 1
      }
    }
    guard sent == 1 else { throw broken() }
    bytes.removeAll(keepingCapacity: true)
  }

  private func finishCopy() throws(SharingError) {
    let result = PQgetResult(handle)
    defer {
      PQclear(result)
      drainResults()
    }
    try check(result, is: [PGRES_COMMAND_OK])
  }

  private func drainResults() {
    while let result = PQgetResult(handle) { PQclear(result) }
  }

  private func check(_ result: OpaquePointer?, is expected: [ExecStatusType]) throws(SharingError) {
    guard let result else { throw broken() }
    if expected.contains(PQresultStatus(result)) { return }
    let reason = address.quoted(PQresultErrorMessage(result).map { String(cString: $0) } ?? "")
    throw failure(reason, isLast: isLast(result))
  }

  private func failure(_ reason: String, isLast: Bool) -> SharingError {
    PQstatus(handle) == CONNECTION_OK && !isLast
      ? .refused(address: "\(address)", reason: reason)
      : .lost(address: "\(address)", reason: reason)
  }

  /// Returns whether the server closes the connection after an error, which the library only notices on its
  /// next read.
  private func isLast(_ result: OpaquePointer) -> Bool {
    guard let severity = PQresultErrorField(result, Self.severity) else { return false }
    return ["FATAL", "PANIC"].contains(String(cString: severity))
  }

  private func broken() -> SharingError {
    // The last message of an ending server is in a result that was not requested yet.
    var words: [String] = []
    var isLast = false
    while let result = PQgetResult(handle) {
      isLast = isLast || self.isLast(result)
      if let text = PQresultErrorMessage(result) { words.append(String(cString: text)) }
      PQclear(result)
    }
    if let text = PQerrorMessage(handle) { words.append(String(cString: text)) }
    return failure(address.quoted(words.first { !$0.isEmpty } ?? ""), isLast: isLast)
  }

  /// Consecutive C strings, ended by nil.
  private static func withTexts<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = texts.map { text in
      let characters = text.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
      for (index, character) in characters.enumerated() { copy[index] = character }
      return copy
    }
    defer { copies.forEach { $0.deallocate() } }
    let pointers = copies.map { Optional(UnsafePointer($0)) } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
      // It contains at least nil.
      // swift-format-ignore: NeverForceUnwrap
      body(buffer.baseAddress!)
    }
  }
}
