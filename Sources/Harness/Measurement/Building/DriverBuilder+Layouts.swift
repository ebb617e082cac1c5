import Foundation
import Glibc
import Programs
import Recording
import Scenarios
import SystemPackage

extension DriverBuilder {
  /// Compiles a package once and links it several times, each time with its functions in another
  /// order, and keeps every executable beside the package manager's own.
  ///
  /// A program's cost depends on where the linker happened to put its functions: see T. Mytkowicz, A. Diwan, M.
  /// Hauswirth, P. F. Sweeney, "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009, and
  /// C. Curtsinger, E. D. Berger, "Stabilizer: Statistically Sound Performance Evaluation", ASPLOS 2013. The
  /// seeds are 1, 2, …, so an unchanged build has the same layouts at every call.
  func shuffled(_ package: PackageBuild, build: String, layouts: Int) async throws -> BuiltDriver {
    var executables: [FilePath] = []
    do {
      for seed in 1...layouts {
        let executable = try await compile(
          package.product, of: package, Self.sections, linking: Self.order(seed: "\(seed)"), build)
        executables.append(try Self.keep(executable, layout: seed, build))
      }
    } catch BuildError.failed(_, _, let log) where Self.isAboutShuffling(log) {
      throw BuildError.noShufflingLinker(build: build, log: log)
    }
    try await compileServices(of: package, Self.sections, build)
    // Read only once all exist: a linker that writes into the old file would make them all the same.
    let records = try executables.enumerated().map { index, executable in
      let file = try Checksum(of: executable, build: build)
      return LayoutRecord(seed: index + 1, sha256: file.sha256, size: file.size)
    }
    try Self.requireDifference(of: records, build)
    let recipe =
      Self.recipe(package, Self.sections + Self.order(seed: "SEED")) + ", SEED from 1 to \(layouts)"
    // All are linked from the same code, so reading one is enough.
    let checks = try await prove(package, executable: executables[0], recipe: recipe, build: build)
    let record = BuildRecord(
      name: build, recipe: recipe, compiler: try await version(of: package, for: build),
      sha256: records.first?.sha256, size: records.first?.size, isOptimised: package.isOptimised,
      layouts: records, checks: checks)
    return BuiltDriver(record: record, commands: executables.map { [$0.string] })
  }

  /// Gives every Swift function its own section, which a linker may move, and selects such a linker.
  static let sections = [
    "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xswiftc", "-use-ld=lld",
  ]

  /// Orders the code sections by the seed. It changes only linking: the package manager compiles nothing again.
  private static func order(seed: String) -> [String] {
    ["-Xlinker", "--shuffle-sections=.text*=\(seed)"]
  }

  /// Clang's message if there is no such linker, and the messages of linkers without the option.
  private static func isAboutShuffling(_ log: String) -> Bool {
    ["invalid linker name", "--shuffle-sections"].contains { log.contains($0) }
  }

  /// Keeps an executable where it looks for its resources, through a second name of the same file:
  /// the next linking puts a new file in its place.
  private static func keep(
    _ executable: FilePath, layout: Int, _ build: String
  ) throws(BuildError) -> FilePath {
    let kept = FilePath("\(executable).layout\(layout)")
    do {
      // In the package manager's folder, with a product's name and our suffix, which no product has.
      if FileManager.default.fileExists(atPath: kept.string) {
        try FileManager.default.removeItem(atPath: kept.string)
      }
      try FileManager.default.linkItem(atPath: executable.string, toPath: kept.string)
    } catch {
      throw .notKept(build: build, path: kept, reason: error.localizedDescription)
    }
    return kept
  }

  private static func requireDifference(
    of layouts: [LayoutRecord], _ build: String
  ) throws(BuildError) {
    var seen: [String: Int] = [:]
    for layout in layouts {
      if let first = seen.updateValue(layout.seed, forKey: layout.sha256) {
        throw .sameLayouts(build: build, first: first, second: layout.seed)
      }
    }
  }
}

/// A second build: byte-identical copies of a build's executables, each at a path of the same
/// length, so that both differ only as much as two builds without a change do.
///
/// The path is an argument of the process, and its length moves the stack. A single file would be
/// in memory once for both sides, which two builds never are.
public final class DriverTwin {
  /// The copies, as their own build.
  public let driver: BuiltDriver
  /// A Boolean value indicating whether they are copies. Otherwise it is the driver itself under
  /// another name, because its command has several words, whose program may belong to others, or it
  /// can't be copied into its folder.
  public let isCopy: Bool
  private var copies: [Copy]

  /// Copies a build's executables, each into its own folder, where it finds the files it needs.
  public init(of driver: BuiltDriver, named name: String) {
    var twin = driver
    twin.record.name = name
    let copies = driver.commands.compactMap { command in
      command.count == 1 ? Copy.make(of: command[0]) : nil
    }
    let isComplete = copies.count == driver.commands.count
    if isComplete {
      twin.record.recipe += ", copied"
      twin.commands = copies.map { [$0.path] }
    }
    self.copies = isComplete ? copies : []
    isCopy = !self.copies.isEmpty
    if !isComplete { copies.forEach { $0.remove() } }
    self.driver = twin
  }

  deinit { remove() }

  /// Removes the copies.
  public func remove() {
    copies.forEach { $0.remove() }
    copies = []
  }

  /// A copy of an executable, with a mark beside it that names its file and is locked while a
  /// process uses it. So leftovers of a killed process can be told from others' files, and the next
  /// process removes them. A mark that came with a checkout names no file in this folder.
  private struct Copy {
    let path: String
    let mark: String
    let lock: Int32

    /// A copy beside the executable, whose path differs in its last character; nil if it can't be made.
    static func make(of path: String) -> Copy? {
      let source = FilePath(path).resolved.string
      for character in "0123456789" where path.last != character {
        let copy = String(path.dropLast()) + String(character)
        let mark = mark(of: copy)
        removeOrphan(copy, mark)
        if FileManager.default.fileExists(atPath: copy) { continue }
        let lock = open(mark, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        // Another process is making it, or the folder is not writable.
        guard lock >= 0 else { continue }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
          close(lock)
          continue
        }
        let new = unfinished(mark)
        defer { unlink(new) }
        // Another program may have taken the name meanwhile; a link does not replace it.
        if (try? FileManager.default.copyItem(atPath: source, toPath: new)) != nil,
          let identity = identity(of: new),
          (try? FileDescriptor(rawValue: lock).writeAll(identity.utf8)) != nil,
          link(new, copy) == 0
        {
          return Copy(path: copy, mark: mark, lock: lock)
        }
        unlink(mark)
        close(lock)
      }
      return nil
    }

    /// The path of a copy before it gets its name.
    private static func unfinished(_ mark: String) -> String { mark + "-new" }

    /// Distinguishes a file from all others on this machine; nil if there is none.
    static func identity(of path: String) -> String? {
      var facts = stat()
      return lstat(path, &facts) == 0 ? "\(facts.st_dev) \(facts.st_ino)" : nil
    }

    /// To be called once; this process made both files.
    func remove() {
      unlink(path)
      unlink(mark)
      close(lock)
    }

    private static func mark(of copy: String) -> String {
      let url = URL(filePath: copy)
      let name = ".\(url.lastPathComponent).rehearse-twin"
      return url.deletingLastPathComponent().appending(path: name).path
    }

    private static func removeOrphan(_ copy: String, _ mark: String) {
      let lock = open(mark, O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { return }
      defer { close(lock) }
      var (own, current) = (stat(), stat())
      // Another process may have replaced it meanwhile.
      guard flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &own) == 0, stat(mark, &current) == 0,
        own.st_ino == current.st_ino
      else { return }
      unlink(unfinished(mark))
      // Only removes the file that the mark names.
      if let identity = identity(of: copy),
        (try? String(contentsOfFile: mark, encoding: .utf8)) == identity
      {
        unlink(copy)
      }
      unlink(mark)
    }
  }
}
