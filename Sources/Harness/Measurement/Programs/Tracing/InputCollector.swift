import Foundation
import Glibc
import Recording
import Statistics
import SystemPackage

/// Makes the record of inputs from traces after the processes have ended, by reading the same files.
public struct InputCollector: Sendable {
  /// A folder whose path differs between the sides, and the name that stands for it.
  public struct Root: Sendable {
    let name: String
    let path: String

    /// Creates a root.
    public init(_ name: String, _ path: FilePath) {
      self.name = name
      self.path = path.string
    }
  }

  private let roots: [Root]
  private let own: [String]
  private let programs: Set<String>
  private let hashes: ContentHashes
  private let user: uid_t
  /// The most paths to keep for a trace.
  var mostFiles = AccessLog.usualLimit

  /// Creates a collector for the user who traces. The first of the `roots` that contains a path names it in the
  /// record; `own` are the run's and Rehearse's own folders and files, which are no inputs. Programs of these names
  /// are left out, with all that they start. `hashes` keeps the hashes of files from record to record.
  public init(
    roots: [Root], own: [FilePath], leavingOut programs: Set<String> = [], hashes: ContentHashes,
    by user: uid_t = geteuid()
  ) {
    self.user = user
    self.programs = programs
    self.roots = roots
    self.own = own.map(\.string)
    self.hashes = hashes
  }

  private static let mostBytes: Int64 = 4 << 30

  /// Makes a record from strace's files about processes, the first of which worked in `folder` and had these
  /// variables. Files changed by others after the start changed while they were read. `services` are the sockets of
  /// the scenario's own services, `home` is the run's own home folder, nil for the user's, and `copied` what Rehearse
  /// itself copied into the run's folder, where the processes used it.
  /// - Returns: the record, with gaps for what is not known.
  /// - Throws: `Errno` if a trace can't be read.
  public func record(
    _ traces: [FilePath], from folder: FilePath, since start: timespec, variables: [String],
    besides services: Set<String> = [], home: FilePath? = nil, copied: [FilePath] = []
  ) throws -> TracedInputs {
    var gaps: [InputRecord.Gap] = []
    var all = AccessLog(in: folder.string)
    for trace in traces {
      var log = AccessLog(in: folder.string, leavingOut: programs, limit: mostFiles)
      try TraceReader.read(trace) { log.take($0) }
      if log.isFull { gaps.append(.tooManyFiles(limit: mostFiles)) }
      if log.accesses.isEmpty { gaps.append(.cutOff) }
      gaps += log.unread.sorted().map { .unread($0) }
      all.formUnion(log)
    }
    gaps += all.gaps.sorted { $0.words < $1.words }
    var accesses = all.accesses
    for source in copied { Self.add(source.string, to: &accesses) }
    let missed = home.map { Self.missed(accesses, in: $0) } ?? []
    // What is executed in the run's folder may be a link, or name an interpreter, elsewhere.
    gaps += addPrograms(all.executed, to: &accesses)
    accesses = accesses.filter { path, _ in !isOwn(path) }
    var files: [InputRecord.File] = []
    var left = Self.mostBytes
    for (path, access) in accesses where !access.uses.isEmpty {
      let (file, gap) = file(at: path, access, since: start, bytes: &left)
      files.append(file)
      gaps += gap.map { [$0] } ?? []
    }
    let isWithin = { (socket: String) in
      services.contains(socket) || all.bound.contains(socket) || isOwnSocket(socket)
    }
    let written = Set(accesses.filter(\.value.isWritten).keys)
    return TracedInputs(
      record: InputRecord(
        files: files.sorted { $0.path < $1.path }, variables: variables.sorted(),
        sockets: all.reaching(besides: services).union(all.connected.filter { !isWithin($0) })
          .sorted(),
        gaps: gaps.uniqued),
      written: written.union(all.kernelNames), moved: all.moved.intersection(written),
      claimed: ports(all.bound, besides: services).union(all.locked.alone.filter { !isOwn($0) }),
      sought: ports(all.refused.union(all.unbound), besides: services).union(
        all.locked.together.filter { !isOwn($0) }),
      // A socket that was missing when asked for, and then made: the next run may find it.
      handedOn: all.bound.filter {
        !services.contains($0) && !isOwnSocket($0)
          && (all.refused.contains($0) || all.connected.contains($0))
      }, missed: missed, scheduling: all.scheduling)
  }

  /// The files missing in the run's own home folder that exist in the user's: `~/.netrc`, sorted.
  private static func missed(_ accesses: [String: AccessLog.Access], in home: FilePath) -> [String]
  {
    guard let user = ProcessInfo.processInfo.environment["HOME"] else { return [] }
    return accesses.compactMap { path, access in
      guard access.uses.contains(.missing), path.hasPrefix(home.string + "/") else { return nil }
      let rest = path.dropFirst(home.string.count)
      return FileManager.default.fileExists(atPath: user + rest) ? "~\(rest)" : nil
    }.sorted()
  }

  /// Adds a file that was copied, or a folder with all that is in it; a link is followed.
  private static func add(_ source: String, to accesses: inout [String: AccessLog.Access]) {
    let path = FilePath.existing(source) ?? source
    if path != source { accesses[source, default: AccessLog.Access()].uses.insert(.examined) }
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      accesses[path, default: AccessLog.Access()].uses.insert(.read)
      return
    }
    addFolder(path, to: &accesses)
  }

  private static func addFolder(_ path: String, to accesses: inout [String: AccessLog.Access]) {
    accesses[path, default: AccessLog.Access()].uses.insert(.listed)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      let inner = path + "/" + name
      var facts = stat()
      // A name that is not UTF-8 is found by no other, and then its content is unknown.
      _ = lstat(inner, &facts)
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: addFolder(inner, to: &accesses)
      // A link in a folder is copied as it is.
      case S_IFLNK: accesses[inner, default: AccessLog.Access()].uses.insert(.examined)
      default: accesses[inner, default: AccessLog.Access()].uses.insert(.read)
      }
    }
  }

  private func isOwn(_ path: String) -> Bool {
    own.contains {
      path.hasPrefix($0)
        && (path.utf8.count == $0.utf8.count || path.dropFirst($0.count).first == "/")
    }
  }

  /// The ports and names that sockets take or look for in the system, without those of the run and of its services.
  private func ports(_ sockets: Set<String>, besides services: Set<String>) -> Set<String> {
    let others = sockets.filter { !isOwnSocket($0) }.map(AccessLog.port)
    return Set(others).subtracting(services.map(AccessLog.port))
  }

  private func isOwnSocket(_ socket: String) -> Bool {
    socket.hasPrefix("unix:/") && isOwn(String(socket.dropFirst("unix:".count)))
  }

  /// Adds the files to which the names of executed programs lead. The kernel opens a script's interpreter, and a
  /// program's loader, without a call.
  /// - Returns: gaps for interpreters that can't be known.
  private func addPrograms(
    _ executed: [String: Set<String>], to accesses: inout [String: AccessLog.Access]
  ) -> [InputRecord.Gap] {
    var gaps: [InputRecord.Gap] = []
    var (left, done) = (executed, [String: Set<String>]())
    while let (path, all) = left.popFirst() {
      let folders = all.subtracting(done[path] ?? [])
      if folders.isEmpty { continue }
      done[path, default: []].formUnion(folders)
      let file = FilePath.existing(path) ?? path
      if file != path { accesses[file, default: AccessLog.Access()].uses.insert(.executed) }
      guard let interpreter = hashes.interpreter(of: file) else { continue }
      for folder in folders {
        // One without a slash at its beginning is sought in the folder in which the program was executed.
        let isRelative = !interpreter.hasPrefix("/")
        if isRelative, folder.isEmpty {
          gaps.append(.unread(interpreter))
          continue
        }
        let name = AccessLog.normalized(isRelative ? folder + "/" + interpreter : interpreter)
        accesses[name, default: AccessLog.Access()].uses.insert(.executed)
        left[name, default: []].insert(folder)
      }
    }
    return gaps
  }

  private func file(
    at path: String, _ access: AccessLog.Access, since start: timespec, bytes left: inout Int64
  ) -> (InputRecord.File, InputRecord.Gap?) {
    var uses = access.uses
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    if access.isWritten, isThere { uses.insert(.written) }
    var file = InputRecord.File(path: name(of: path), uses: uses.sorted())
    // Nothing else shows where a link leads that was read, or that was on the way to a file.
    if uses.contains(.examined), !file.isContent, !access.isWritten {
      file.content = destination(of: path)
    }
    guard isThere else {
      // It has gone, and so has what was read, unless the processes made it themselves.
      let isMade = access.isWritten && !uses.contains(.executed)
      let isLost = file.isContent && !uses.contains(.missing) && !isMade
      return (file, isLost ? .changed(path: file.path) : nil)
    }
    file.kind = Self.kind(facts.st_mode)
    switch facts.st_mode & S_IFMT {
    case S_IFREG:
      file.size = Int64(facts.st_size)
      guard file.isContent else { return (file, nil) }
      if access.isWritten { return (file, .changed(path: file.path)) }
      if (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec) > (start.tv_sec, start.tv_nsec) {
        return (file, .changed(path: file.path))
      }
      guard facts.st_size <= left else { return (file, .tooManyBytes(limit: Self.mostBytes)) }
      left -= Int64(facts.st_size)
      file.content = hashes.content(of: path, facts)
      if uses.contains(.executed), user != 0, facts.st_mode & (S_ISUID | S_ISGID) != 0 {
        return (file, .setuid(path: file.path))
      }
      return (file, file.content == nil ? .unreadable(path: file.path) : nil)
    case S_IFDIR:
      if uses.contains(.listed) { file.content = Self.listing(of: path) }
      return (file, nil)
    default:
      // The content of a pipe or a device comes from another process.
      return (file, file.isContent ? .unseen(file.path) : nil)
    }
  }

  /// Git keeps no other permission.
  private static func kind(_ mode: mode_t) -> InputRecord.FileKind {
    switch mode & S_IFMT {
    case S_IFREG: mode & S_IXUSR == 0 ? .file : .program
    case S_IFDIR: .folder
    default: .special
    }
  }

  /// The hash of a link's target, and of the path to which links lead, hexadecimal; nil if there is no link on the way,
  /// or it leads into a folder of the run's own, which no other run has.
  public func destination(of path: String) -> String? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    var ways: [String] = []
    if facts.st_mode & S_IFMT == S_IFLNK,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    {
      ways.append(target)
    }
    // In /proc it is that of this process.
    if let end = FilePath.existing(path), end != path, AccessLog.isOfInterest(end) {
      ways.append(end)
    }
    if ways.isEmpty || ways.contains(where: { isOwn($0) }) { return nil }
    let text = ways.map { name(of: $0) }.uniqued.joined(separator: "\0")
    return SHA256.text(of: SHA256.digest(of: text))
  }

  /// The hash of the names in a folder, hexadecimal; nil if it can't be read.
  public static func listing(of path: String) -> String? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    return SHA256.text(of: SHA256.digest(of: names.sorted().joined(separator: "\0")))
  }

  private func name(of path: String) -> String {
    for root in roots where path.hasPrefix(root.path) {
      let rest = path.dropFirst(root.path.count)
      if rest.isEmpty || rest.first == "/" { return root.name + rest }
    }
    return path
  }
}
