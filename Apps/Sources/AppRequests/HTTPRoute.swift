public import AppExchange
import CCurl
import Foundation
import Synchronization

/// The way to a server over HTTP, by libcurl: one connection, kept open between requests.
///
/// Not by URLSession, which on Linux is libcurl too, with threads, caches and Foundation's networking
/// around it: 20 requests of 15 kB take 33 MB at their peak and six threads by it, and 25 MB and one by
/// this. libcurl tells apart what went wrong, and has a limit of time for a whole answer.
public final class HTTPRoute: ExchangeRoute {
  /// How long to wait, in milliseconds.
  public struct Patience: Hashable, Sendable {
    /// For a connection.
    public var connection: Int
    /// For a whole answer, from the beginning of the request.
    public var answer: Int

    /// Five seconds for a connection, and a minute for an answer by default.
    public init(connection: Int = 5_000, answer: Int = 60_000) {
      (self.connection, self.answer) = (connection, answer)
    }
  }

  /// The most bytes of an answer: 128 MiB. That is three times those of the longest that our servers
  /// give, a page of notes that ends with the note that reaches 16 MiB.
  public static let answerLimit = 128 << 20

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  private let base: String
  private let isLoopback: Bool
  private let patience: Patience
  private let answerLimit: Int
  // Used with the lock held alone.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  private let lock = Mutex(())

  /// The way to the server of an address, such as `http://127.0.0.1:8080`. Nothing is asked yet.
  /// - Throws: ``ExchangeFailure/addressNotAllowed(_:)``.
  public init(
    _ address: String, patience: Patience = Patience(), answerLimit: Int = HTTPRoute.answerLimit
  ) throws(ExchangeFailure) {
    guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
      ["http", "https"].contains(parts.scheme?.lowercased()), ["", "/"].contains(parts.path),
      parts.query == nil, parts.fragment == nil, parts.user == nil
    else { throw .addressNotAllowed(address) }
    guard Self.isReady, let handle = curl_easy_init() else {
      throw .notReached(reason: "libcurl can't be initialised")
    }
    base = address.hasSuffix("/") ? String(address.dropLast()) : address
    isLoopback = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
    (self.patience, self.answerLimit) = (patience, answerLimit)
    self.handle = handle
  }

  deinit { curl_easy_cleanup(handle) }

  /// Asks, and waits for the answer.
  public func answer(to request: ExchangeRequest) throws(ExchangeFailure) -> ExchangeResponse {
    let (code, taker, status) = lock.withLock { _ in perform(request) }
    guard code == CURLE_OK else { throw failure(code) }
    return ExchangeResponse(status: status, fields: taker.fields, body: taker.body)
  }

  private func perform(_ request: ExchangeRequest) -> (CURLcode, Taker, Int) {
    curl_easy_reset(handle)
    let taker = Taker(limit: answerLimit)
    var lines = "Content-Type: application/json".withCString { curl_slist_append(nil, $0) }
    // Servers need not know that one asks first whether a body is welcome, and curl waits a second.
    var more = ["Expect:"]
    if let token = request.token { more.append("Authorization: Bearer \(token)") }
    if let revision = request.ifMatch { more.append("If-Match: \(revision)") }
    if let revision = request.ifNoneMatch { more.append("If-None-Match: \(revision)") }
    for line in more { lines = curl_slist_append(lines, line) }
    defer { curl_slist_free_all(lines) }
    set(CURLOPT_URL, base + request.target)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    if isLoopback { set(CURLOPT_PROXY, "") }
    if let credentials = request.credentials {
      set(CURLOPT_USERNAME, credentials.user)
      set(CURLOPT_PASSWORD, credentials.secret)
    }
    ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
    ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, patience.connection)
    ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, patience.answer)
    let context = Unmanaged.passUnretained(taker).toOpaque()
    ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    ccurl_set_taker(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Taker.of(context)?.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    ccurl_set_taker(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Taker.of(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    let code = request.body.withUnsafeBytes { body in
      if !body.isEmpty {
        ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, body.baseAddress)
      }
      set(CURLOPT_CUSTOMREQUEST, request.method)
      return curl_easy_perform(handle)
    }
    var status = 0
    ccurl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    return withExtendedLifetime(taker) { (code, taker, status) }
  }

  // curl copies the text.
  private func set(_ option: CURLoption, _ text: String) {
    _ = text.withCString { ccurl_set_pointer(handle, option, $0) }
  }

  private func failure(_ code: CURLcode) -> ExchangeFailure {
    let reason = String(cString: curl_easy_strerror(code))
    return switch code {
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      .notReached(reason: reason)
    case CURLE_OPERATION_TIMEDOUT: .timedOut(milliseconds: patience.answer)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .noHTTP(reason: reason)
    case CURLE_WRITE_ERROR: .noHTTP(reason: "the answer has more than \(answerLimit) bytes")
    default: .cutOff(reason: reason)
    }
  }
}

/// What takes an answer, as it comes.
private final class Taker {
  var body = Data()
  var fields: [String: String] = [:]
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  static func of(_ context: UnsafeMutableRawPointer?) -> Taker? {
    context.map { Unmanaged<Taker>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Returns: the bytes taken; fewer end the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= limit else { return 0 }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  func takeLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") { fields = [:] }
    if let colon = line.firstIndex(of: ":") {
      fields[String(line[..<colon]).lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return bytes.count
  }
}
