import Glibc

/// The functions of libpq that are needed, loaded when they are: Rehearse neither needs libpq to start
/// nor is linked with it. Declared as in its header `libpq-fe.h`, whose interface has kept its number,
/// 5, since 2006.
struct PostgresLibrary {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

  let connect: @convention(c) (Texts, Texts, Int32) -> Handle?
  let status: @convention(c) (Handle) -> Int32
  let errorMessage: @convention(c) (Handle) -> Text?
  let finish: @convention(c) (Handle) -> Void
  let execute: @convention(c) (Handle, Text) -> Handle?
  let nextResult: @convention(c) (Handle) -> Handle?
  let resultStatus: @convention(c) (Handle) -> Int32
  let resultMessage: @convention(c) (Handle) -> Text?
  let resultField: @convention(c) (Handle, Int32) -> Text?
  let clear: @convention(c) (Handle) -> Void
  let rowCount: @convention(c) (Handle) -> Int32
  let columnCount: @convention(c) (Handle) -> Int32
  let value: @convention(c) (Handle, Int32, Int32) -> Text?
  let putCopy: @convention(c) (Handle, Text, Int32) -> Int32
  let endCopy: @convention(c) (Handle, Text?) -> Int32
  let getCopy:
    @convention(c) (Handle, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, Int32) -> Int32
  let free: @convention(c) (UnsafeMutableRawPointer) -> Void
  let onNotice:
    @convention(c) (
      Handle, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?, UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?

  /// What ``status`` says of a connection that holds.
  static let connected: Int32 = 0
  /// `PG_DIAG_SEVERITY_NONLOCALIZED`: how grave an error is, in English.
  static let severity = Int32(UInt8(ascii: "V"))
  /// `PGRES_COMMAND_OK`.
  static let done: Int32 = 1
  /// `PGRES_TUPLES_OK`.
  static let rows: Int32 = 2
  /// `PGRES_COPY_OUT`.
  static let sending: Int32 = 3
  /// `PGRES_COPY_IN`.
  static let taking: Int32 = 4

  /// Loads the library; it stays loaded.
  /// - Throws: ``SharingError/noLibrary(reason:)``.
  init() throws(SharingError) {
    guard let library = dlopen("libpq.so.5", RTLD_NOW) else { throw Self.failure() }
    connect = try Self.function("PQconnectdbParams", of: library)
    status = try Self.function("PQstatus", of: library)
    errorMessage = try Self.function("PQerrorMessage", of: library)
    finish = try Self.function("PQfinish", of: library)
    execute = try Self.function("PQexec", of: library)
    nextResult = try Self.function("PQgetResult", of: library)
    resultStatus = try Self.function("PQresultStatus", of: library)
    resultMessage = try Self.function("PQresultErrorMessage", of: library)
    resultField = try Self.function("PQresultErrorField", of: library)
    clear = try Self.function("PQclear", of: library)
    rowCount = try Self.function("PQntuples", of: library)
    columnCount = try Self.function("PQnfields", of: library)
    value = try Self.function("PQgetvalue", of: library)
    putCopy = try Self.function("PQputCopyData", of: library)
    endCopy = try Self.function("PQputCopyEnd", of: library)
    getCopy = try Self.function("PQgetCopyData", of: library)
    free = try Self.function("PQfreemem", of: library)
    onNotice = try Self.function("PQsetNoticeProcessor", of: library)
  }

  private static func function<Function>(
    _ name: String, of library: UnsafeMutableRawPointer
  ) throws(SharingError) -> Function {
    guard let address = dlsym(library, name) else { throw failure() }
    return unsafeBitCast(address, to: Function.self)
  }

  private static func failure() -> SharingError {
    .noLibrary(reason: dlerror().map { String(cString: $0) } ?? "no reason was given")
  }
}
