import Foundation
import Programs
import Recording
import Synchronization
import SystemPackage

/// The code that compilers inlined into places in the files of profiled processes.
///
/// `llvm-symbolizer` knows it: each Swift has one, it reads all debug information that Swift's compilers
/// write, and its JSON names the place of each answer. 3,000 places in a driver of 15 MB take 0.1 s, as
/// with GNU's `addr2line`. perf 6.1 itself finds nothing in Swift's code. Each place is looked up once.
public final class InlinedCode: Sendable {
  private let tool: FilePath?
  private let files = Mutex<[String: File]>([:])

  private struct File {
    /// Nil if the file has no debug information.
    var segments: ElfSegments?
    /// By place, what was inlined there, the innermost first.
    var inlined: [UInt64: [String]] = [:]
  }

  /// Looks for the tool: first beside Swift, then as a shell would.
  public init(searching folders: SearchPath) {
    let home = folders.program("swift").map { $0.resolved.removingLastComponent() }
    tool = (home.map(folders.preceded) ?? folders).program("llvm-symbolizer")
  }

  /// Finds what was inlined at places of files, given as offsets. The app's `programs` are given by their file names;
  /// queries may be written into `folder`.
  /// - Returns: by file and place the functions, the innermost first; and whether inlining is known, nil if the app
  ///   was not seen.
  public func inlined(
    at code: [Substring: Set<UInt64>], of programs: Set<String>, asking folder: FilePath
  ) -> (found: [Substring: [UInt64: [String]]], inlining: Profile.Inlining?) {
    files.withLock { files in
      var found: [Substring: [UInt64: [String]]] = [:]
      var inlinings: Set<Profile.Inlining> = []
      for (path, places) in code {
        let name = String(path)
        var file = files[name] ?? File(segments: Self.segments(of: name))
        if let segments = file.segments {
          inlinings.insert(look(for: places, in: name, segments, &file.inlined, folder))
          found[path] = file.inlined
        } else if programs.contains(FilePath(name).lastComponent?.string ?? "") {
          inlinings.insert(.noDebugInformation)
        }
        files[name] = file
      }
      let inlining = Profile.Inlining.leastInformative(inlinings)
      return (inlining == .told ? found : [:], inlining)
    }
  }

  /// Nil if the file has no debug information, or can't be read.
  private static func segments(of path: String) -> ElfSegments? {
    guard let bytes = FileManager.default.contents(atPath: path),
      let file = try? ElfFile([UInt8](bytes)), file.hasDebugInformation
    else { return nil }
    return file.segments
  }

  /// Looks up the places that are not known yet.
  private func look(
    for places: Set<UInt64>, in path: String, _ segments: ElfSegments,
    _ inlined: inout [UInt64: [String]], _ folder: FilePath
  ) -> Profile.Inlining {
    var offsets: [UInt64: UInt64] = [:]
    for place in places where inlined[place] == nil {
      if let address = segments.address(at: place) { offsets[address] = place }
    }
    if offsets.isEmpty { return .told }
    guard let tool else { return .noTool }
    do {
      let questions = folder.appending("places")
      let text = offsets.keys.sorted().map { "0x" + String($0, radix: 16) }.joined(separator: "\n")
      try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: questions.string))
      let answer = try HelperProgram(tool).run(
        ["--obj=\(path)", "--functions=linkage", "--inlines", "--output-style=JSON"],
        input: questions)
      guard answer.status == 0 else { return .toolFailed }
      let output = try SymbolizerOutput(String(decoding: answer.output, as: UTF8.self))
      for (address, place) in offsets { inlined[place] = output.inlined[address] ?? [] }
      return .told
    } catch {
      return .toolFailed
    }
  }
}

extension Profile.Inlining {
  /// The worst of several answers; a missing debug information counts only if there is no other answer.
  static func leastInformative(_ answers: some Collection<Self>) -> Self? {
    [.toolFailed, .noTool, .told, .noDebugInformation].first(where: answers.contains)
  }
}
