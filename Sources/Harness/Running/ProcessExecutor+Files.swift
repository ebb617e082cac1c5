import Glibc
import ProcFS
import Recording
import SystemPackage

extension ProcessExecutor {
  /// Starts each driver once, and reads its program and libraries from end to end, so that the page
  /// cache holds all of them. For runs that are for peak memory alone, which are to repeat to the page.
  ///
  /// A fault on a page of a file maps those around it too, as far as they are in memory. Where only
  /// a part of a program is, peak memory depends on what others have read before, and grows from run
  /// to run until all of it has been.
  ///
  /// A driver that can't be started is left to its runs, which tell why.
  public func readDriverFiles() {
    for command in commands.values.joined() {
      guard let place = try? TemporaryDirectory(),
        let session = try? DriverSession(
          command, at: place, in: folder, launcher: launcher, interruption: interruption,
          patience: patience, settings: [])
      else { continue }
      // Once it has answered, all is mapped that the loader maps.
      guard (try? session.carryOut(.greeting, of: scenario)) != nil else { continue }
      let maps = ProcRoot().folder(of: session.driver.pid).appending("maps")
      let files = try? WholeFile.read(maps) { text in MappedFiles(text) }
      files?.paths.forEach(Self.read)
    }
  }

  /// What may not be read, or is no file any more, is left as it is: others can't read it either.
  static func read(_ path: FilePath) {
    let options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { return }
    defer { try? file.close() }
    var facts = stat()
    guard fstat(file.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
    withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 1) { chunk in
      while let count = try? file.read(into: chunk), count > 0 {}
    }
  }
}
