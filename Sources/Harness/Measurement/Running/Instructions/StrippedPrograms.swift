import Foundation
import Glibc
import Programs
import SystemPackage

/// Copies of programs, and of the libraries that they load, without debug information. Callgrind
/// executes them instead of the originals.
///
/// Valgrind reads the debug information of every file that a process maps, and ends the process if
/// it can't: version 3.19 knows only a part of DWARF 5. Counting does not need it and no process
/// maps it, so a copy executes the same instructions.
///
/// A copy keeps its name. Its folder, and the three above it, are Rehearse's own, with links to
/// everything else in the original's folders. So a program still finds files beside itself
/// (`$ORIGIN`, `/proc/self/exe`, a Swift package's resource bundles) or in a neighbouring folder.
/// Libraries found in other ways are overridden by `LD_LIBRARY_PATH`. Scripts are not copied, and
/// neither are programs started through another, such as `env`.
final class StrippedPrograms {
  struct Start: Equatable {
    var words: [String]
    /// The folder of libraries to load first; nil if there are none.
    var libraries: FilePath?
    /// The reason why it may still have debug information, in words; nil if it has none.
    var refusal: String?

    /// The environment of a process started in this way.
    func environment(_ environment: [String: String]) -> [String: String] {
      guard let libraries else { return environment }
      var environment = environment
      let others = environment["LD_LIBRARY_PATH"].flatMap { $0.isEmpty ? nil : $0 }
      environment["LD_LIBRARY_PATH"] = ([libraries.string] + [others].compactMap(\.self))
        .joined(separator: ":")
      return environment
    }
  }

  private let tools: BinaryTools?
  private var root: ClaimedDirectory?
  private var starts: [FilePath: Start] = [:]

  /// The number of folders above a program's own that are mirrored.
  private static let depth = 3

  /// - Parameter folders: where binutils are looked up.
  init(searching folders: SearchPath = .own) {
    tools = BinaryTools(searching: folders)
  }

  deinit { root?.remove() }

  /// Returns how to start a command without debug information; copies are made on the first call. Its first word may
  /// be a path in `folder`, the working directory.
  func start(_ words: [String], in folder: FilePath) -> Start {
    guard let word = words.first, let path = Self.program(word, in: folder) else {
      return Start(words: words)
    }
    let known = starts[path] ?? make(path, named: FilePath(word).lastComponent?.string)
    starts[path] = known
    return Start(
      words: known.words + words.dropFirst(), libraries: known.libraries, refusal: known.refusal)
  }

  /// A program's path, as the kernel will name it in `/proc/self/exe`.
  static func program(_ word: String, in folder: FilePath) -> FilePath? {
    SearchPath.own.program(word, from: folder)?.existing
  }

  private func make(_ path: FilePath, named name: String?) -> Start {
    let original = Start(words: [path.string])
    guard let tools else {
      return Start(
        words: original.words, refusal: "there is no 'objcopy' or no 'readelf' in PATH (binutils)")
    }
    // Only an ELF file has debug information; a script has none.
    guard let facts = try? tools.facts(of: path) else { return original }
    do {
      if !facts.hasDebugInformation, try tools.librariesToStrip(of: path, facts).isEmpty {
        return original
      }
      return try copy(path, named: name, facts, by: tools)
    } catch {
      return Start(words: original.words, refusal: "\(error)")
    }
  }

  private func copy(
    _ path: FilePath, named name: String?, _ facts: BinaryTools.Facts, by tools: BinaryTools
  ) throws -> Start {
    let folder = try claimed().path.appending("\(starts.count + 1)")
    let mirror = MirroredFolders(at: folder.appending("root"))
    let copy = try mirror.place(for: path, depth: Self.depth)
    try tools.strip(path, to: copy)
    guard FileManager.default.isExecutableFile(atPath: copy.string) else {
      throw RunningError.notExecutable(in: TemporaryDirectory.parent)
    }
    var started = copy
    if let name, name != copy.lastComponent?.string {
      // A program may use the name that it was called by. All links here are in a claimed folder.
      started = copy.removingLastComponent().appending(name)
      try? FileManager.default.removeItem(atPath: started.string)
      try FileManager.default.createSymbolicLink(
        atPath: started.string, withDestinationPath: copy.string)
    }
    var libraries: FilePath?
    for (index, library) in try tools.librariesToStrip(of: copy, facts).enumerated() {
      let copies = folder.appending("copies/\(index + 1)")
      if let place = try mirror.replaceable(library) {
        try strip(place.original, to: place.copy, in: copies, by: tools)
      } else if let name = library.lastComponent {
        let place = folder.appending("libraries")
        try FileManager.default.createDirectory(
          atPath: place.string, withIntermediateDirectories: true)
        try strip(library, to: place.appending(name), in: copies, by: tools)
        libraries = place
      }
    }
    return Start(words: [started.string], libraries: libraries)
  }

  /// Puts a copy of a library at a place. If it is found there through a link, so is the copy: Valgrind names the file
  /// itself, which lies in `folder` then.
  private func strip(
    _ library: FilePath, to place: FilePath, in folder: FilePath, by tools: BinaryTools
  ) throws {
    let name = library.existing?.lastComponent
    guard let name, name != place.lastComponent else { return try tools.strip(library, to: place) }
    let files = FileManager.default
    try files.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    let copy = folder.appending(name)
    try tools.strip(library, to: copy)
    try files.createSymbolicLink(atPath: place.string, withDestinationPath: copy.string)
  }

  /// Names of the same length in each run: a path that an app hashes, sorts or copies would change its count.
  private func claimed() throws -> ClaimedDirectory {
    if let root { return root }
    let claimed = try ClaimedDirectory.claim(.programs, in: TemporaryDirectory.parent)
    root = claimed
    return claimed
  }
}

/// Folders that look like others from within: everything in them is a symbolic link, except what is replaced.
struct MirroredFolders {
  /// The folder that corresponds to `/`.
  let root: FilePath

  init(at root: FilePath) { self.root = root }

  /// The place for a copy of a file, among links to what is beside it and beside its parents: `depth` folders above
  /// the file's own are mirrored.
  func place(for file: FilePath, depth: Int) throws -> FilePath {
    let folder = file.removingLastComponent()
    let count = folder.components.count
    var original = FilePath("/")
    for (index, name) in folder.components.enumerated() {
      if index >= count - depth { try mirror(original, but: name.string) }
      original.append(name)
    }
    try mirror(original, but: file.lastComponent?.string)
    return copy(of: file)
  }

  private func copy(of path: FilePath) -> FilePath { root.appending(path.components) }

  /// The place for a copy of a file that is reached through here; nil if it is reached by its own
  /// path. Links to folders on the way become folders.
  func replaceable(_ path: FilePath) throws -> (original: FilePath, copy: FilePath)? {
    var place = path.lexicallyNormalized()
    // This makes sure that only our own links are removed below.
    guard place.removePrefix(root) else { return nil }
    let original = FilePath("/").appending(place.components)
    var folder = FilePath("/")
    for name in place.removingLastComponent().components {
      folder.append(name)
      let copy = copy(of: folder)
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: copy.string)) != nil {
        try FileManager.default.removeItem(atPath: copy.string)
        try mirror(folder, but: nil)
      }
    }
    let copy = copy(of: original)
    try? FileManager.default.removeItem(atPath: copy.string)
    return (original, copy)
  }

  private func mirror(_ folder: FilePath, but left: String?) throws {
    let files = FileManager.default
    let copy = copy(of: folder)
    try files.createDirectory(atPath: copy.string, withIntermediateDirectories: true)
    // A folder without read permission has nothing to link. There may be thousands of files, so
    // paths are joined as text.
    let (original, links) = (folder.string == "/" ? "" : folder.string, copy.string)
    for name in (try? files.contentsOfDirectory(atPath: folder.string)) ?? [] where name != left {
      guard symlink("\(original)/\(name)", "\(links)/\(name)") == 0 || errno == EEXIST else {
        throw Errno(rawValue: errno)
      }
    }
  }
}
