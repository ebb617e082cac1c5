import DriverProtocol
import Glibc

/// The other side of a pair, which hears of each user that was served here, and tells of its own.
final class Partner {
  /// The round of the run or the pair; 0 if runs are to have the same users in each.
  static var round: Int { variable("REHEARSE_ROUND").flatMap { Int($0) } ?? 0 }

  /// The time within which all users have to be answered; nil if nothing says so.
  let limit = variable("REHEARSE_LIMIT").flatMap { Int64($0) }.map { Duration.nanoseconds($0) }
  /// The end at which its numbers arrive.
  let descriptor: Int32
  private let other: Int32
  private let isFirstSide: Bool
  private var unread: [UInt8] = []
  private var unsent: [UInt8] = []

  /// Opens the pipes; nil if this run is not in a pair.
  init?() throws(UserError) {
    guard let side = Self.variable("REHEARSE_SIDE"), let own = Self.variable("REHEARSE_OWN_PIPE"),
      let others = Self.variable("REHEARSE_OTHER_PIPE")
    else { return nil }
    isFirstSide = side == "0"
    // Opened for both, neither end waits for the other side to open it, too.
    descriptor = open(own, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    other = open(others, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 || other < 0 { throw .partnerGone }
  }

  deinit {
    close(descriptor)
    close(other)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  func isFirst(_ comesToFirstSide: Bool) -> Bool { comesToFirstSide == isFirstSide }

  /// Tells that a user was served here, and when.
  func tell(_ number: Int, servedAt moment: Duration) {
    for part in [Int64(number), moment.nanoseconds] {
      withUnsafeBytes(of: part.littleEndian) { unsent += $0 }
    }
    send()
  }

  /// A Boolean value indicating whether the pipe was too full to tell all.
  var hasMore: Bool { !unsent.isEmpty }

  /// Tells what the pipe has room for.
  func send() {
    while !unsent.isEmpty, case let count = write(other, unsent, min(unsent.count, 4096)), count > 0
    {
      unsent.removeFirst(count)
    }
  }

  /// The users that the other side has served since, and when, on the clock that both have.
  func served() throws(UserError) -> [(number: Int, moment: Duration)] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
      unread += bytes[..<count]
    }
    let size = 16
    let whole = unread.count / size
    defer { unread.removeFirst(whole * size) }
    return unread.withUnsafeBytes { bytes in
      (0..<whole).map { place in
        func part(_ offset: Int) -> Int64 {
          Int64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: place * size + offset, as: Int64.self)
          )
        }
        return (Int(part(0)), .nanoseconds(part(8)))
      }
    }
  }
}

/// The users whom the other side of a pair has served, and who pause before they come here.
struct PausingUsers {
  /// Who comes last is the first.
  private var users: [(number: Int, due: Duration)] = []

  /// When the next one is due; nil if none is to come.
  var due: Duration? { users.last?.due }

  mutating func add(_ number: Int, due: Duration) {
    let place = users.firstIndex { $0.due <= due } ?? users.endIndex
    users.insert((number: number, due: due), at: place)
  }

  /// Takes out the next one; nil if none is due at this moment.
  mutating func next(at moment: Duration) -> (number: Int, due: Duration)? {
    guard let due, due <= moment else { return nil }
    return users.removeLast()
  }
}
