import CLibcurl
import Glibc

struct Request {
  let method: String
  let url: String
  /// Lines `name: value`, the step's own before the scenario's.
  let headers: [String]
  let body: Body?
}

/// A way to a service that sends one request after the other, by libcurl, with the cookies that the service sets.
///
/// libcurl, because it tells apart what went wrong, speaks HTTP/1.1 and HTTP/2 with and without TLS, keeps connections,
/// and waits for many answers at once.
final class Exchange {
  /// The most bytes of an answer: enough for what apps exchange, and less than a machine's memory.
  static let answerLimit = 256 << 20

  /// The bytes that answers may still hold: those of all exchanges have no more than ``answerLimit`` together, because
  /// many users may wait for large ones at once. One thread receives them.
  nonisolated(unsafe) static var room = answerLimit

  /// The methods that change nothing, so that a request may be sent twice (RFC 9110, section 9.2.1).
  private static let safeMethods: Set = ["GET", "HEAD", "OPTIONS", "TRACE"]

  /// A Boolean value indicating whether the service has answered by HTTP/2, over any connection. There is one service,
  /// and one thread asks it.
  nonisolated(unsafe) private static var hasAnsweredByTwo = false

  let handle: UnsafeMutableRawPointer
  private let settings: Settings
  private let receiver = Receiver()
  private var resolve: UnsafeMutablePointer<curl_slist>?
  private var lines: UnsafeMutablePointer<curl_slist>?
  /// libcurl writes here what went wrong.
  private let fault = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// - Throws: ``UserError/requestFailed(_:)`` if libcurl can't start, ``UserError/onlyEncrypted`` if it has a fault.
  init(_ settings: Settings) throws(UserError) {
    // Its second request over such a connection fails: <https://github.com/curl/curl/issues/10634>.
    if settings.isHTTP2, settings.certificate == nil, 0x075800..<0x080000 ~= libcurl_version() {
      throw .onlyEncrypted
    }
    guard curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK, let handle = curl_easy_init() else {
      throw .requestFailed("libcurl can't start")
    }
    self.handle = handle
    self.settings = settings
    libcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, fault)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROXY, "")
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_PIPEWAIT, settings.isHTTP2 ? 1 : 0)
    // Without a file: cookies are kept in memory, for this run.
    set(CURLOPT_COOKIEFILE, "")
    if let certificate = settings.certificate {
      set(CURLOPT_CAINFO, certificate)
      // Otherwise those of the machine's folder are trusted as well.
      libcurl_set_pointer(handle, CURLOPT_CAPATH, nil)
      resolve = curl_slist_append(nil, "localhost:\(settings.port):127.0.0.1")
      libcurl_set_pointer(handle, CURLOPT_RESOLVE, resolve)
    }
    let two =
      settings.certificate == nil ? CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : CURL_HTTP_VERSION_2TLS
    set(CURLOPT_HTTP_VERSION, Int(settings.isHTTP2 ? two : CURL_HTTP_VERSION_1_1))
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    libcurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    libcurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    libcurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Receiver.of(context)?.receive(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    libcurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Receiver.of(context)?.receiveLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
        ?? 0
    }
    libcurl_set_pointer(handle, CURLOPT_PREREQDATA, context)
    libcurl_set_sender(handle) { context, _, _, _, _ in
      Receiver.of(context)?.noteSending() == false ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
    }
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(resolve)
    curl_slist_free_all(lines)
    fault.deallocate()
  }

  /// Sends the prepared request, and waits for the answer. There is no time limit: the step has one.
  /// - Throws: ``UserError``.
  func answer() throws(UserError) -> Answer { try answer(after: curl_easy_perform(handle)) }

  /// Makes the request the next one to be sent. Without `holdingContent` the content of its answer is only counted.
  /// - Throws: ``UserError/requestFailed(_:)``.
  func prepare(_ request: Request, holdingContent: Bool = true) throws(UserError) {
    // By HTTP/2 a server can refuse what it has not begun, and libcurl does not tell why it sends it again.
    receiver.clear(
      mayRepeat: settings.isHTTP2 || Self.safeMethods.contains(request.method),
      holdsContent: holdingContent)
    fault.pointee = 0
    curl_slist_free_all(lines)
    // Servers need not know that one asks first whether a content is welcome, and curl waits a second.
    lines = curl_slist_append(nil, "Expect:")
    var names: Set<String> = []
    // Without content libcurl would call it a form.
    let ofBody = ["content-type:" + (request.body.map { " \($0.type)" } ?? "")]
    for line in request.headers + ofBody {
      guard line.isSingleLine else {
        throw .requestFailed("a header has more than one line, or a NUL: \(line.debugDescription)")
      }
      let name = line.prefix { $0 != ":" }
      guard names.insert(name.lowercased()).inserted else { continue }
      // libcurl leaves out a header without text, unless it is written so.
      let isEmpty =
        request.headers.contains(line) && line.dropFirst(name.count + 1).allSatisfy(\.isWhitespace)
      lines = curl_slist_append(lines, isEmpty ? "\(name);" : line)
    }
    libcurl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
    set(CURLOPT_URL, request.url)
    let isHead = request.method == "HEAD"
    set(CURLOPT_NOBODY, isHead ? 1 : 0)
    if request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method) {
      let bytes = request.body?.bytes ?? []
      libcurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      bytes.withUnsafeBytes {
        // libcurl copies them. Without an address it would ask for them by a function.
        if let start = $0.baseAddress {
          libcurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, start)
        } else {
          set(CURLOPT_COPYPOSTFIELDS, "")
        }
      }
    } else if !isHead {
      set(CURLOPT_HTTPGET, 1)
    }
    set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  /// The answer to the prepared request, which ended with a code.
  /// - Throws: ``UserError``.
  func answer(after code: CURLcode) throws(UserError) -> Answer {
    guard code == CURLE_OK else { throw failure(code) }
    // To libcurl an answer that ends within its head has ended.
    guard receiver.hasHead else { throw .partialAnswer(bytes: 0) }
    var status = 0
    libcurl_get_number(handle, CURLINFO_RESPONSE_CODE, &status)
    if settings.isHTTP2 {
      var version = 0
      libcurl_get_number(handle, CURLINFO_HTTP_VERSION, &version)
      guard version == Int(CURL_HTTP_VERSION_2_0) else { throw .otherVersion("it answers by 1.1") }
      Self.hasAnsweredByTwo = true
    }
    return Answer(
      status: status, headers: receiver.headers, body: receiver.body, size: receiver.size)
  }

  /// Leaves the last answer's room to others, and its memory if it was large: there may be thousands of exchanges.
  func release() { receiver.forgetContent(keepingAtMost: 1 << 16) }

  /// How often libcurl sent the last request again, because it got no answer.
  var timesSentAgain: Int { max(0, receiver.sendings - 1) }

  /// Forgets all cookies, so that the next request is another user's.
  func forgetCookies() { set(CURLOPT_COOKIELIST, "ALL") }

  private func set(_ option: CURLoption, _ text: String) {
    // libcurl copies it.
    _ = text.withCString { libcurl_set_pointer(handle, option, $0) }
  }

  private func set(_ option: CURLoption, _ number: Int) {
    _ = libcurl_set_number(handle, option, number)
  }

  /// The number of the kernel's last error; 0 if there was none.
  private var systemError: Int {
    var number = 0
    libcurl_get_number(handle, CURLINFO_OS_ERRNO, &number)
    return number
  }

  /// The reason why there is no connection: the service's, or this machine's.
  private var refusal: UserError {
    var number = systemError
    if number == 0 {
      // libcurl does not say that no descriptor was left for a socket.
      let copy = dup(STDERR_FILENO)
      if copy < 0 { number = Int(errno) } else { close(copy) }
    }
    return number == 0 || number == Int(ECONNREFUSED)
      ? .connectionRefused : .requestFailed(String(cString: strerror(Int32(number))))
  }

  private func failure(_ code: CURLcode) -> UserError {
    let reason =
      fault.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: fault)
    return switch code {
    case CURLE_COULDNT_CONNECT: refusal
    case CURLE_ABORTED_BY_CALLBACK:
      .connectionReset(
        "the connection was kept from an earlier request; the service may have got this one, so it is not sent again"
      )
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      if receiver.isEmpty {
        // A server without HTTP/2 ends the connection, or answers what HTTP/2 has not. One that has it may fail so,
        // too.
        settings.isHTTP2 && !Self.hasAnsweredByTwo
          ? .otherVersion(reason) : .connectionReset(reason)
      } else if code == CURLE_RECV_ERROR, systemError == 0, settings.certificate == nil {
        // The connection is well, so the answer is not.
        .noHTTP(reason)
      } else {
        .partialAnswer(bytes: receiver.size)
      }
    case CURLE_PARTIAL_FILE: .partialAnswer(bytes: receiver.size)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .noHTTP(reason)
    case CURLE_WRITE_ERROR:
      .tooLarge(limit: Self.answerLimit, amongOthers: receiver.lacksRoom)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
      .tlsFailed(reason)
    // Once something has come it is no answer that could be read, for example by a line of the head without an end.
    default: receiver.isEmpty ? .requestFailed(reason) : .noHTTP(reason)
    }
  }
}

private final class Receiver {
  /// The content as far as it has come; empty if it is only counted.
  private(set) var body: [UInt8] = []
  /// The bytes of content that have come.
  private(set) var size = 0
  /// A Boolean value indicating whether other answers left no room for this one.
  private(set) var lacksRoom = false
  private var holdsContent = true
  /// The values of headers by their names in lower case; of several with one name, all.
  private(set) var headers: [String: String] = [:]
  private(set) var isEmpty = true
  private(set) var hasHead = false
  /// How often the request was sent.
  private(set) var sendings = 0
  private var mayRepeat = true
  private var lastName: String?

  static func of(_ context: UnsafeMutableRawPointer?) -> Receiver? {
    context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
  }

  deinit { Exchange.room += body.count }

  func clear(mayRepeat: Bool, holdsContent: Bool) {
    forgetContent()
    headers = [:]
    (isEmpty, hasHead, lastName) = (true, false, nil)
    (sendings, self.mayRepeat) = (0, mayRepeat)
    (size, lacksRoom, self.holdsContent) = (0, false, holdsContent)
  }

  /// Gives the content's room back, and keeps its memory for the next one unless that has more bytes.
  func forgetContent(keepingAtMost most: Int = .max) {
    Exchange.room += body.count
    body.removeAll(keepingCapacity: body.capacity <= most)
  }

  /// Counts that the request is sent, if it may be.
  /// - Returns: whether it may be: the service could do twice what counts once.
  func noteSending() -> Bool {
    guard sendings == 0 || mayRepeat else { return false }
    sendings += 1
    return true
  }

  /// - Returns: the number of bytes received; fewer than were given end the transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard size + bytes.count <= Exchange.answerLimit else { return 0 }
    if holdsContent {
      lacksRoom = bytes.count > Exchange.room
      if lacksRoom { return 0 }
      Exchange.room -= bytes.count
      body += bytes
    }
    size += bytes.count
    return bytes.count
  }

  func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    isEmpty = false
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // What came before belongs to an interim answer.
      headers = [:]
      (hasHead, lastName) = (false, nil)
    } else if line.allSatisfy(\.isNewline) {
      hasHead = true
    } else if let lastName, line.first == " " || line.first == "\t" {
      // A value in several lines, as servers may no longer send.
      headers[lastName]? += " \(Self.trimmed(line[...]))"
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = Self.trimmed(line[line.index(after: colon)...])
      headers[name] = headers[name].map { "\($0), \(value)" } ?? String(value)
      lastName = name
    }
    return bytes.count
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
