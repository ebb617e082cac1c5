import Glibc
import SystemPackage

/// The descriptors that a launcher gets: the command's three streams, control, status. The place of
/// a child's end is its descriptor's number in the launcher. All are closed on exec from the start:
/// a process that another thread starts meanwhile must not hold a driver's input open.
struct PipeSet {
  /// The harness's ends of the pipes, in order; streams that were given have none.
  private(set) var ownEnds: [FileDescriptor] = []
  private(set) var childEnds: [FileDescriptor] = []

  /// Which of them the launcher's side writes.
  private static let childWrites = [false, true, true, false, true]

  /// Five pipes, except for the first streams where they are given: of these the launcher gets
  /// copies.
  /// - Throws: `Errno`, with nothing left open.
  init(after given: [FileDescriptor] = []) throws {
    do {
      for stream in given { childEnds.append(try Self.outOfTheWay(stream)) }
      for childWrites in Self.childWrites.dropFirst(given.count) {
        let pipe = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? (childWrites ? pipe.writeEnd : pipe.readEnd).close() }
        ownEnds.append(childWrites ? pipe.readEnd : pipe.writeEnd)
        childEnds.append(try Self.outOfTheWay(childWrites ? pipe.writeEnd : pipe.readEnd))
      }
    } catch {
      closeOwnEnds()
      closeChildEnds()
      throw error
    }
  }

  /// A copy out of the way of the numbers that they will have in the launcher.
  private static func outOfTheWay(_ descriptor: FileDescriptor) throws -> FileDescriptor {
    let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 16)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: copy)
  }

  func closeOwnEnds() { ownEnds.forEach { try? $0.close() } }
  func closeChildEnds() { childEnds.forEach { try? $0.close() } }
}
