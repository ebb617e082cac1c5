import DriverKit
import DriverProtocol

/// The reason why a request has no answer, or not one that can be used. A scenario can expect it by the code that its
/// case's name gives, such as `connection-refused`.
enum UserError: CodedError, Equatable {
  case connectionRefused
  case connectionReset(String)
  case partialAnswer(bytes: Int)
  case noHTTP(String)
  /// The answer is not by HTTP/2, which the scenario wants.
  case otherVersion(String)
  /// There is no encrypted connection with the certificate that is trusted.
  case tlsFailed(String)
  /// The answer is too large by itself, or together with others that users wait for at the same time.
  case tooLarge(limit: Int, amongOthers: Bool)
  case requestFailed(String)
  /// The answer is not the JSON that the step is about.
  case notJSON(String)
  /// The answer lacks a value that later steps use.
  case nothingToTake(String, String)
  case unknownValue(String)
  /// A value taken from an answer makes a header more than a single line.
  case severalLines(String)
  case elsewhere(String)
  case unreadable(file: String, reason: String)
  case noData(file: String, reason: String)
  case failedUsers(Int, of: Int, first: String)
  case unansweredUsers(Int, of: Int, first: String)
  /// This program itself was busy for most of the time, or of a part of it, so its own work counted as the service's.
  case clientTooSlow(share: Double, most: Double, ofTime: String)
  /// This program waited for a CPU for most of the time, so other programs' work counted as the service's.
  case clientStarved(share: Double)
  case partnerGone
  /// The installed libcurl can't use a connection of unencrypted HTTP/2 again.
  case onlyEncrypted
  case noPort(String)

  /// The code that says that this program could not do its part; else that of the case.
  var code: String { isOwn ? "not-measured" : codeOfCase }

  /// A Boolean value indicating whether it says nothing of the service.
  var isOwn: Bool {
    switch self {
    case .requestFailed, .unknownValue, .unreadable, .noData, .clientTooSlow,
      .clientStarved, .partnerGone, .onlyEncrypted, .noPort:
      true
    // The service sends what it may: it is this program that can't hold so much.
    case .tooLarge(_, let amongOthers): amongOthers
    case .connectionRefused, .connectionReset, .partialAnswer, .noHTTP, .otherVersion, .tlsFailed,
      .severalLines, .notJSON, .nothingToTake, .elsewhere, .failedUsers,
      .unansweredUsers:
      false
    }
  }

  var description: String {
    switch self {
    case .connectionRefused: "The service does not accept connections."
    case .connectionReset(let reason):
      "The service ended the connection before it answered (\(reason))."
    case .partialAnswer(let bytes):
      "The connection ended in the middle of the answer, after \(bytes) bytes of its content."
    case .noHTTP(let reason): "The answer is not HTTP (\(reason))."
    case .otherVersion(let reason):
      "The service does not answer by HTTP/2, the version that the scenario names (\(reason))."
    case .tlsFailed(let reason): "There is no encrypted connection: \(reason)."
    case .tooLarge(limit: let limit, amongOthers: false):
      "The answer has more than \(limit) bytes, the most that are read."
    case .tooLarge(limit: let limit, amongOthers: true):
      "The answers that users wait for have more than \(limit) bytes together, the most that are held: let fewer "
        + "users arrive, or use no more of the content than its size ('bytes')."
    case .requestFailed(let reason): "The request can't be sent: \(reason)."
    case .notJSON(let head): "The answer is not JSON: \(head)"
    case .nothingToTake(let part, let head):
      "The answer has no \(part), which 'take' names: \(head)"
    case .unknownValue(let name):
      "Nothing defines '${\(name)}': no variable, no value taken before, no column of data."
    case .severalLines(let text):
      "With a value taken from an answer a header has more than one line, or a NUL: \(text.debugDescription)."
    case .elsewhere(let address): "'\(address)' is not an address of the service."
    case .unreadable(let file, let reason): "'\(file)' can't be read: \(reason)."
    case .noData(let file, let reason): "'\(file)' has no rows of data: \(reason)."
    case .failedUsers(let count, let users, let first):
      "\(count) of \(users) users were not answered as expected; the first: \(first)"
        + (first.hasSuffix(".") ? "" : ".")
    case .unansweredUsers(let count, let users, let first):
      "\(count) of \(users) users were not answered in time; the first: \(first)."
    case .clientTooSlow(let share, let most, let time):
      "What sends the requests was busy itself for \(Int((100 * share).rounded(.up))) % \(time) (at most "
        + "\(Int(100 * most)) % is allowed), so latencies would be its own: let fewer users arrive."
    case .clientStarved(let share):
      "What sends the requests waited for a CPU for \(Int((100 * share).rounded(.up))) % of the time (at most "
        + "\(UserArrivals.mostWaitingPercent) % is allowed), so latencies would be other programs': end those, or let "
        + "Rehearse enter the real-time class, as 'rehearse doctor' advises."
    case .onlyEncrypted:
      "libcurl 7.88 can't send a second request over a connection of unencrypted HTTP/2: name a 'certificate', or "
        + "install libcurl 8."
    case .partnerGone: "The other side of the pair is not there."
    case .noPort(let variable):
      "The environment does not say the service's port: \(variable) is missing."
    }
  }
}
