import Glibc
import SystemPackage

/// The five pipes between harness and launcher: the process's three streams, control, status.
/// The place of an end in the arrays is its descriptor's number in the launcher. All are closed
/// on exec from the start: a process that another thread starts meanwhile must not hold a driver's
/// input open.
struct PipeSet {
  private(set) var ownEnds: [FileDescriptor] = []
  private(set) var childEnds: [FileDescriptor] = []

  /// Which of them the launcher's side writes.
  private static let childWrites = [false, true, true, false, true]

  /// - Throws: `Errno`, with nothing left open.
  init() throws {
    do {
      for childWrites in Self.childWrites {
        let pipe = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? (childWrites ? pipe.writeEnd : pipe.readEnd).close() }
        let own = childWrites ? pipe.readEnd : pipe.writeEnd
        ownEnds.append(own)
        // Out of the way of the numbers that they will have in the launcher.
        let child = fcntl(
          (childWrites ? pipe.writeEnd : pipe.readEnd).rawValue, F_DUPFD_CLOEXEC, 16)
        guard child >= 0 else { throw Errno(rawValue: errno) }
        childEnds.append(FileDescriptor(rawValue: child))
      }
    } catch {
      closeOwnEnds()
      closeChildEnds()
      throw error
    }
  }

  func closeOwnEnds() { ownEnds.forEach { try? $0.close() } }
  func closeChildEnds() { childEnds.forEach { try? $0.close() } }
}
