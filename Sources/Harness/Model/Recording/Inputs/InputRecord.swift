import Statistics

/// The inputs of a run or of a build: everything that its processes read from outside themselves.
///
/// It holds paths, kinds of use and hashes, but no content of a file and no value of a variable.
/// Paths below a root that differs between sides start with the root's name, for example
/// `${tree}/src/main.c`, so that the records of both sides can be compared.
public struct InputRecord: Sendable, Equatable, Codable {
  /// The files, sorted by their paths.
  public var files: [File]
  /// The names of the variables that were passed on, sorted.
  public var variables: [String]
  /// The sockets outside of the scenario that were connected to, sorted: `127.0.0.1:5432`,
  /// `unix:/run/app.sock`.
  public var sockets: [String]
  /// The reasons why the record is incomplete; empty if it is complete.
  public var gaps: [Gap]

  /// A record.
  public init(files: [File], variables: [String] = [], sockets: [String] = [], gaps: [Gap] = []) {
    self.files = files
    self.variables = variables
    self.sockets = sockets
    self.gaps = gaps
  }

  /// A file, a folder, or a path without either.
  public struct File: Sendable, Hashable, Codable {
    /// The path, absolute or from a root: `${tree}/src/main.c`.
    public var path: String
    /// The uses, sorted.
    public var uses: [Use]
    /// SHA-256 of the content, of the sorted names in a listed folder, or of where links lead; hexadecimal.
    /// Nil if only its existence was asked for, or if unknown.
    public var content: String?
    /// The size, bytes; nil for folders and missing files.
    public var size: Int64?
    /// The kind; nil if nothing was there.
    public var kind: FileKind?

    /// A file.
    public init(
      path: String, uses: [Use], content: String? = nil, size: Int64? = nil, kind: FileKind? = nil
    ) {
      self.path = path
      self.uses = uses
      self.content = content
      self.size = size
      self.kind = kind
    }
  }

  /// A kind of file.
  public enum FileKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A file that its owner may not execute.
    case file
    /// A file that its owner may execute.
    case program
    case folder
    /// A pipe, a socket or a device.
    case special
  }

  /// A way in which a path was used.
  public enum Use: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
    case executed
    /// It was opened for reading, or mapped.
    case read
    /// The names in it were read.
    case listed
    /// Its existence, kind or size was asked for.
    case examined
    /// It was searched for, but did not exist.
    case missing
    /// It was written later, and still exists.
    case written

    /// By their names.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// A reason why a record is incomplete.
  public enum Gap: Sendable, Hashable, Codable {
    /// More files were used than are recorded.
    case tooManyFiles(limit: Int)
    /// A file changed while it was read, so its hash does not match what was read.
    case changed(path: String)
    /// A file can't be read by Rehearse.
    case unreadable(path: String)
    /// More bytes were read than are hashed.
    case tooManyBytes(limit: Int64)
    /// The tracer missed the end.
    case cutOff
    /// Something was read that no trace of files shows, such as a device or another process's memory.
    case unseen(String)
    /// A program with its owner's rights (setuid) was executed, but without them, as happens under an
    /// ordinary user's tracer.
    case setuid(path: String)
    /// The trace says something that can't be understood, or names a file that can't be known, as with a name that
    /// is not UTF-8.
    case unread(String)
    /// A call opened a file without a path, or changed which files paths lead to.
    case hidden(by: String)
  }

  /// A Boolean value indicating whether all inputs were seen, whether or not each could be hashed.
  public var isTraced: Bool { !gaps.contains(where: \.isOfTrace) }

  /// The union of several records, such as those of all stories of a side.
  public init(joining records: [InputRecord]) {
    var files: [String: File] = [:]
    for file in records.lazy.flatMap(\.files) {
      guard var known = files[file.path] else {
        files[file.path] = file
        continue
      }
      // Where links lead says less than what is there.
      if file.isContent, !known.isContent { known.content = file.content ?? known.content }
      known.content = known.content ?? file.content
      known.uses = Set(known.uses + file.uses).sorted()
      known.size = known.size ?? file.size
      known.kind = known.kind ?? file.kind
      files[file.path] = known
    }
    self.init(
      files: files.values.sorted { $0.path < $1.path },
      variables: Set(records.flatMap(\.variables)).sorted(),
      sockets: Set(records.flatMap(\.sockets)).sorted(),
      gaps: records.flatMap(\.gaps).uniqued)
  }
}

extension InputRecord.File {
  /// A Boolean value indicating whether its content was an input.
  public var isContent: Bool { uses.contains(.read) || uses.contains(.executed) }

  /// Returns whether another file was used in the same ways and is of the same kind, as far as both kinds are known.
  public func isAlike(_ other: Self) -> Bool {
    uses == other.uses && (kind == nil || other.kind == nil || kind == other.kind)
  }

  /// A Boolean value indicating whether anything about it was an input.
  public var isInput: Bool { uses.contains { $0 != .written } }
}

extension InputRecord {
  /// The name of the root for a side's own files.
  public static let tree = "${tree}"
  /// The name of the root for the folders around a side's own files, in which Rehearse laid its tree.
  /// Programs search them upwards for settings.
  public static let around = "${around}"
  /// The name of the root for a side's executables.
  public static let build = "${build}"

  /// The path below the side's own files; nil for a path elsewhere.
  public static func placeInTree(_ path: String) -> String? {
    path.hasPrefix(tree + "/") ? String(path.dropFirst(tree.count + 1)) : nil
  }
}

extension InputRecord.Gap {
  /// A Boolean value indicating whether it is about the trace itself, rather than one file.
  public var isOfTrace: Bool {
    switch self {
    case .tooManyFiles, .cutOff, .unread, .hidden: true
    case .changed, .unreadable, .tooManyBytes, .unseen, .setuid: false
    }
  }

  /// The unknown part, as the beginning of a sentence.
  public var words: String {
    switch self {
    case .tooManyFiles(let limit): "more than \(limit) files were read"
    case .changed(let path): "\(path) changed while it was read"
    case .unreadable(let path): "\(path) can't be read by Rehearse"
    case .tooManyBytes(let limit): "more than \(limit >> 30) GiB were read"
    case .cutOff: "the tracer saw nothing"
    case .unseen(let path): "\(path) was read, and is not a file"
    case .setuid(let path): "\(path) runs with its owner's rights (setuid), but not under a tracer"
    case .unread(let words): "the trace says '\(words)', which can't be understood"
    case .hidden(let call): "a call of '\(call)' hid which files were used"
    }
  }
}
