import Foundation
import Glibc
import Programs
import SystemPackage

/// Copies of programs, and of the libraries that they load, without debug information: what callgrind
/// carries out instead of the originals.
///
/// Valgrind reads the debug information of every file that a process maps, and ends the process where
/// it can't: version 3.19 knows only a part of DWARF 5. Nothing is counted by it, and no process maps
/// it, so a copy carries out the same instructions.
///
/// A copy keeps its name. Its folder, and three above, are folders of Rehearse's own, with a link to
/// whatever else lies in the original's: a program that looks for files beside itself (`$ORIGIN`,
/// `/proc/self/exe`, a Swift package's resource bundles), or in a folder next to its own, finds them.
/// Libraries that it finds by other ways are put before them by `LD_LIBRARY_PATH`. Scripts are left as
/// they are, and so is what stands behind another program, such as `env`.
final class StrippedPrograms {
  /// The way in which a program is started.
  struct Start: Equatable {
    /// The words that start it.
    var words: [String]
    /// The folder of libraries that come before others; nil where none have to.
    var libraries: FilePath?
    /// Why it may have debug information still, in words; nil where it has none.
    var refusal: String?

    /// The environment of a process that is started like this.
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

  /// The number of folders above a program's own that are made anew.
  private static let depth = 3

  /// - Parameter folders: where binutils are looked up.
  init(searching folders: SearchPath = .own) {
    tools = BinaryTools(searching: folders)
  }

  deinit { root?.remove() }

  /// Returns how to start a command without debug information; copies are made at the first call.
  /// - Parameter folder: the working directory, in which the first word may be a path.
  func start(_ words: [String], in folder: FilePath) -> Start {
    guard let word = words.first, let path = Self.program(word, in: folder) else {
      return Start(words: words)
    }
    let known = starts[path] ?? make(path, named: FilePath(word).lastComponent?.string)
    starts[path] = known
    return Start(
      words: known.words + words.dropFirst(), libraries: known.libraries, refusal: known.refusal)
  }

  /// Where a program is, as the kernel will name it in `/proc/self/exe`.
  static func program(_ word: String, in folder: FilePath) -> FilePath? {
    guard let place = SearchPath.own.program(word, from: folder),
      let path = realpath(place.string, nil)
    else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  private func make(_ path: FilePath, named name: String?) -> Start {
    let original = Start(words: [path.string])
    guard let tools else {
      return Start(
        words: original.words, refusal: "there is no 'objcopy' or no 'readelf' in PATH (binutils)")
    }
    // What is no ELF file has no debug information: a script.
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
      throw ToolFailure.notExecutable(in: TemporaryDirectory.parent)
    }
    var started = copy
    if let name, name != copy.lastComponent?.string {
      // A program may go by the name that it was called. All links here are in a claimed folder.
      started = copy.removingLastComponent().appending(name)
      try? FileManager.default.removeItem(atPath: started.string)
      try FileManager.default.createSymbolicLink(
        atPath: started.string, withDestinationPath: copy.string)
    }
    var libraries: FilePath?
    for library in try tools.librariesToStrip(of: copy, facts) {
      if let place = try mirror.replaceable(library) {
        try tools.strip(place.original, to: place.copy)
      } else if let name = library.lastComponent {
        let place = folder.appending("libraries")
        try FileManager.default.createDirectory(
          atPath: place.string, withIntermediateDirectories: true)
        try tools.strip(library, to: place.appending(name))
        libraries = place
      }
    }
    return Start(words: [started.string], libraries: libraries)
  }

  /// Names of the same length from run to run, since a path that an app hashes, sorts or copies
  /// would change its count.
  private func claimed() throws -> ClaimedDirectory {
    if let root { return root }
    let claimed = try ClaimedDirectory.claim(.programs, in: TemporaryDirectory.parent)
    root = claimed
    return claimed
  }
}

/// Folders that look like others from within: all that lies in these is there by symbolic links, but
/// for what is replaced.
struct MirroredFolders {
  /// The folder that stands for `/`.
  let root: FilePath

  init(at root: FilePath) { self.root = root }

  /// Where the copy of a file goes, among links to what lies beside it and beside its parents.
  /// - Parameter depth: how many folders above the file's own are mirrored.
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

  /// Returns what in here stands for a path elsewhere.
  private func copy(of path: FilePath) -> FilePath { root.appending(path.components) }

  /// Where to put a copy of a file that is reached through here; nil where it is reached by its own
  /// path. What were links to folders on the way are folders then.
  func replaceable(_ path: FilePath) throws -> (original: FilePath, copy: FilePath)? {
    var place = path.lexicallyNormalized()
    // So all that is removed below is a link of ours.
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
    // A folder that may be passed through, but not read, has nothing that could be linked. There may be
    // thousands of files, so paths are put together as text.
    let (original, links) = (folder.string == "/" ? "" : folder.string, copy.string)
    for name in (try? files.contentsOfDirectory(atPath: folder.string)) ?? [] where name != left {
      guard symlink("\(original)/\(name)", "\(links)/\(name)") == 0 || errno == EEXIST else {
        throw Errno(rawValue: errno)
      }
    }
  }
}
