import Foundation
import Glibc
import Programs
import Recording
import SystemPackage

/// Built executables of revisions, identified by everything that they are made of, in a folder that
/// CI can keep from job to job.
///
/// An entry is a folder named by its key: the executables with the files beside them, their record,
/// and the hash of each. Hashes reveal damage, and damaged entries are made again. Dates only order
/// entries by last use, so the dates of a restored copy don't matter.
struct ExecutableCache: Sendable {
  let folder: FilePath
  /// The greatest size of all entries together, bytes. Nil for a folder whose entries stay, even
  /// damaged ones, because people named or measured them.
  let limit: Int64?

  private struct Contents: Codable {
    var record: BuildRecord
    /// The commands that made them; nil for packages.
    var making: [String]?
    /// The names of the executables, one per layout.
    var executables: [String]
    var files: [String: File]
    /// The inputs that they were made of.
    var inputs: InputRecord
    /// The paths elsewhere that making them wrote, sorted.
    var written: [String]?
    /// Shows without reading it that an input outside the revision's files is unchanged.
    var stamps: [String: InputStamp]

    struct File: Codable, Equatable {
      var sha256: String
      var isExecutable: Bool
    }
  }

  struct Found {
    let record: BuildRecord
    /// The commands that made it; nil for packages.
    let making: [String]?
    let commands: [[String]]
    let inputs: TracedInputs
  }

  enum Answer {
    case found(Found)
    case missing
    /// It exists but is unusable for this reason; in a cache it was removed.
    case damaged(String)
  }

  /// Copies an entry's files, if there is one, to `target`, which is replaced. `inputs` are the
  /// work tree of its commit and what checks whether everything that it was made of is unchanged; nil if that
  /// does not matter.
  /// - Throws: if the folder can't be written, or the cache's folder is not ours.
  func copy(
    _ key: String, to target: FilePath,
    ifMadeOf inputs: (tree: FilePath, hashes: ContentHashes)? = nil
  ) throws -> Answer {
    let entry = folder.appending(key)
    let files = FileManager.default
    // Fails before hours of building, because nothing could be kept in a folder that is not ours.
    if limit != nil, files.fileExists(atPath: folder.string) { try claim() }
    guard files.fileExists(atPath: entry.string) else { return .missing }
    let lock = try CacheLock(in: folder)
    defer { lock.release() }
    let contents: Contents
    do {
      contents = try Self.contents(of: entry)
    } catch {
      // Another process may just have removed it.
      guard files.fileExists(atPath: entry.string) else { return .missing }
      if limit != nil { try remove(entry) }
      return .damaged("the cache's copy is damaged: \(error)")
    }
    if let (tree, hashes) = inputs,
      let other = contents.inputs.firstChange(contents.stamps, in: tree, by: hashes)
    {
      if limit != nil { try remove(entry) }
      return .damaged("\(other), from which the cache's copy was made, has changed since")
    }
    // A place in our own folder, which the caller has claimed (RevisionHome and the like).
    if files.fileExists(atPath: target.string) { try files.removeItem(atPath: target.string) }
    try files.createDirectory(
      atPath: target.removingLastComponent().string, withIntermediateDirectories: true)
    try files.copyItem(atPath: entry.appending(FileName.files).string, toPath: target.string)
    for (name, file) in contents.files where file.isExecutable {
      try files.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: target.appending(name).string)
    }
    // Marks it as most recently used.
    try? files.setAttributes([.modificationDate: Date()], ofItemAtPath: entry.string)
    return .found(Self.found(contents, at: target))
  }

  /// Returns whether a folder is a copy of an entry's files.
  func isCopied(_ key: String, at target: FilePath) throws -> Bool {
    guard FileManager.default.fileExists(atPath: target.string) else { return false }
    return try Self.contents(of: folder.appending(key)).files == Self.files(in: target)
  }

  /// The commands of a copy of an entry's files, one per layout, and the record.
  func found(_ key: String, at target: FilePath) throws -> Found {
    Self.found(try Self.contents(of: folder.appending(key)), at: target)
  }

  private static func found(_ contents: Contents, at target: FilePath) -> Found {
    Found(
      record: contents.record, making: contents.making,
      commands: contents.executables.map { [target.appending($0).string] },
      inputs: TracedInputs(record: contents.inputs, written: Set(contents.written ?? [])))
  }

  /// The record of an entry.
  /// - Throws: if there is none, or its files have changed since they were kept.
  func record(of key: String) throws -> BuildRecord {
    try Self.contents(of: folder.appending(key)).record
  }

  /// Keeps executables with everything in their folder. If there is no room for all, it removes the
  /// entries that were not used for longest.
  /// - Throws: if the folder can't be written.
  func keep(
    _ driver: BuiltDriver, madeBy making: [String]? = nil, from source: FilePath, as key: String
  ) throws {
    let files = FileManager.default
    try claim()
    let lock = try CacheLock(in: folder)
    defer { lock.release() }
    let entry = folder.appending(key)
    guard !files.fileExists(atPath: entry.string) else { return }
    // Left behind by a killed process; its name and form are ours.
    for name in try files.contentsOfDirectory(atPath: folder.string)
    where Self.isUnfinished(folder.appending(name)) {
      try files.removeItem(atPath: folder.appending(name).string)
    }
    let new = folder.appending(Self.unfinished + (Self.isHash(key) ? key : Self.hash(of: key)))
    try files.createDirectory(atPath: new.string, withIntermediateDirectories: false)
    try files.copyItem(atPath: source.string, toPath: new.appending(FileName.files).string)
    let contents = Contents(
      record: driver.record, making: making,
      executables: driver.commands.map { FilePath($0[0]).lastComponent?.string ?? "" },
      files: try Self.files(in: new.appending(FileName.files)),
      inputs: driver.inputs?.record ?? InputRecord(files: [], gaps: [.cutOff]),
      written: driver.inputs?.written.filter { files.fileExists(atPath: $0) }.sorted(),
      stamps: driver.inputs?.record.stamps ?? [:])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = try encoder.encode(contents)
    try text.write(to: URL(filePath: new.appending(FileName.text).string))
    try Data(SHA256.text(of: Self.digest(text)).utf8)
      .write(to: URL(filePath: new.appending(FileName.sum).string))
    try files.moveItem(atPath: new.string, toPath: entry.string)
    try makeRoom(for: key)
  }

  /// Makes sure that the folder is ours.
  /// - Throws: ``RevisionError/notOurs(folder:found:)``, ``RevisionError/notKept(path:reason:)``.
  private func claim() throws(RevisionError) {
    _ = try OwnFolder(folder)
  }

  /// Removes an entry. It is certainly ours: the folder has our mark, and what is removed has the
  /// form of our entries.
  /// - Throws: ``RevisionError/notOurs(folder:found:)``, or why it can't be removed.
  func remove(_ entry: FilePath) throws {
    try claim()
    guard Self.hasOurForm(entry) else {
      throw RevisionError.notOurs(folder: folder, found: entry.lastComponent?.string ?? "")
    }
    try FileManager.default.removeItem(atPath: entry.string)
  }

  private static let unfinished = "new-"

  private enum FileName {
    static let (files, text, sum) = ("files", "entry.json", "entry.sha256")
  }

  static func isEntry(_ path: FilePath) -> Bool {
    hasOurForm(path)
      && [FileName.text, FileName.sum].allSatisfy {
        FileManager.default.fileExists(atPath: path.appending($0).string)
      }
  }

  private static func isUnfinished(_ path: FilePath) -> Bool {
    guard let name = path.lastComponent?.string, name.hasPrefix(unfinished) else { return false }
    return isHash(name.dropFirst(unfinished.count)) && hasOurForm(path)
  }

  /// Returns whether a path is a folder that contains only what entries consist of.
  private static func hasOurForm(_ path: FilePath) -> Bool {
    guard OwnFolder.isFolder(path),
      let names = try? FileManager.default.contentsOfDirectory(atPath: path.string)
    else { return false }
    return Set(names).isSubset(of: [FileName.files, FileName.text, FileName.sum])
  }

  private static func isHash(_ name: some StringProtocol) -> Bool {
    name.utf8.count == 64 && name.allSatisfy { "0123456789abcdef".contains($0) }
  }

  private static func hash(of name: String) -> String { SHA256.text(of: SHA256.digest(of: name)) }

  private static func contents(of entry: FilePath) throws -> Contents {
    let text = try Data(contentsOf: URL(filePath: entry.appending(FileName.text).string))
    let sum = try String(contentsOfFile: entry.appending(FileName.sum).string, encoding: .utf8)
    guard SHA256.text(of: digest(text)) == sum else { throw RevisionError.recordChanged }
    let contents = try JSONDecoder().decode(Contents.self, from: text)
    // Some caches lose executable permissions, which are restored here.
    let found = try files(in: entry.appending(FileName.files)).mapValues(\.sha256)
    let names = Set(found.keys).union(contents.files.keys).sorted()
    if let other = names.first(where: { found[$0] != contents.files[$0]?.sha256 }) {
      throw RevisionError.fileChanged(other)
    }
    return contents
  }

  private static func digest(_ data: Data) -> [UInt8] {
    var hash = SHA256()
    data.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  private static func files(in folder: FilePath) throws -> [String: Contents.File] {
    try ProgramImage.names(in: folder).reduce(into: [:]) { files, name in
      let path = folder.appending(name)
      files[name] = Contents.File(
        sha256: try Checksum(of: path, build: name).sha256,
        isExecutable: FileManager.default.isExecutableFile(atPath: path.string))
    }
  }

  /// Removes entries, starting with the least recently used, until the rest fits. The entry `key` stays in
  /// any case.
  private func makeRoom(for key: String) throws {
    guard let limit else { return }
    let files = FileManager.default
    // They are named by hashes and have our form, in a folder with our mark, so they are ours.
    var entries = try files.contentsOfDirectory(atPath: folder.string)
      .filter { Self.isHash($0) && $0 != key && Self.isEntry(folder.appending($0)) }
      .map { name in
        let path = folder.appending(name).string
        let date = try files.attributesOfItem(atPath: path)[.modificationDate] as? Date
        return (path: path, date: date ?? .distantPast, size: try Self.size(of: FilePath(path)))
      }
      .sorted { $0.date > $1.date }
    var size = try entries.map(\.size).reduce(Self.size(of: folder.appending(key)), +)
    while size > limit, let oldest = entries.popLast() {
      try files.removeItem(atPath: oldest.path)
      size -= oldest.size
    }
  }

  /// The total size of all files below a folder, bytes.
  static func size(of folder: FilePath) throws -> Int64 {
    try ProgramImage.names(in: folder).map { name in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appending(name).string)
      return (attributes[.size] as? NSNumber)?.int64Value ?? 0
    }.reduce(0, +)
  }
}

/// The right of one process at a time to read and write a cache.
private struct CacheLock {
  private let descriptor: Int32

  static let name = "lock"

  /// Waits for it; the holder only copies some files and then releases it.
  init(in folder: FilePath) throws(RevisionError) {
    let path = folder.appending(Self.name)
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .notKept(path: path, reason: "\(Errno(rawValue: errno))") }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Releases it. A child that is just being started has the descriptor, too.
  func release() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
