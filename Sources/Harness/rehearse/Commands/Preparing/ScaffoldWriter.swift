import Analysis
import Experimenting
import Foundation
import Reports
import Scaffolding
import SystemPackage

/// Writes the files of a scaffold where nothing stands in their way, and says of each what became of it.
struct ScaffoldWriter {
  private let scaffold: Scaffold
  private let folder: FilePath
  private let standings: [FilePath: ScaffoldFile.Standing]
  private let force: Bool
  /// The job's file, where it is there and does not name the scenario.
  private let jobOfOthers: FilePath?

  /// Looks at what is there; nothing is written.
  /// - Throws: ``Refusal`` where files stand in the way.
  init(_ scaffold: Scaffold, into folder: FilePath, force: Bool) throws {
    self.scaffold = scaffold
    self.folder = folder
    self.force = force
    var standings: [FilePath: ScaffoldFile.Standing] = [:]
    var jobOfOthers: FilePath?
    for file in scaffold.files {
      let path = folder.pushing(file.path).lexicallyNormalized().string
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let text = try? UnreadableFile.text(of: path)
      standings[file.path] = text.map(file.standing(of:)) ?? .foreign
      let name = scaffold.scenario.lastComponent?.string ?? ""
      if file.path == scaffold.job, let text, !text.contains(name) { jobOfOthers = file.path }
    }
    self.jobOfOthers = jobOfOthers
    self.standings = standings
    // After a first replay that failed the job alone is missing.
    let needed = scaffold.files.filter { !$0.isOptional }
    if let job = scaffold.job, standings[job] == nil,
      needed.allSatisfy({ standings[$0.path].map { $0 != .foreign } ?? false })
    {
      return
    }
    // What is forced needs its scenario alone: a driver of one's own may stay.
    let inTheWay = scaffold.files.filter { file in
      guard let standing = standings[file.path], standing != .same, !file.isOptional else {
        return false
      }
      return !force || file.path == scaffold.scenario && standing != .made
    }
    guard inTheWay.isEmpty else {
      throw Self.refusal(of: inTheWay, standings, force: force, folder)
    }
  }

  private static func refusal(
    of files: [ScaffoldFile], _ standings: [FilePath: ScaffoldFile.Standing], force: Bool,
    _ folder: FilePath
  ) -> Refusal {
    let lines = files.map { file in
      let words =
        switch standings[file.path] {
        case .made?: "made by init, unchanged"
        case .changed?: "made by init, and changed since"
        default: "not made by init"
        }
      return "  \(file.path): \(words)"
    }
    let way =
      force
      ? "Move it away, or choose another name with --name."
      : "--force replaces those that are unchanged and leaves the others; --name chooses another name."
    return Refusal(
      .outcome(.toolFailed),
      "Nothing was written, since there is in \(folder) already:\n\(lines.joined(separator: "\n"))\n\(way)"
    )
  }

  /// A file's path, as people can type it where they are.
  func path(of file: FilePath) -> String {
    let path = folder.pushing(file).lexicallyNormalized()
    var short = path
    let working = FilePath(FileManager.default.currentDirectoryPath)
    return short.removePrefix(working) && !short.isEmpty ? short.string : path.string
  }

  func path(of file: ScaffoldFile) -> String { path(of: file.path) }

  /// What became of each file but the job's, and what it is for.
  var lines: [Line] { scaffold.files.filter { $0.path != scaffold.job }.map(line) }

  /// What became of something: a word, such as `wrote`, then what it is about.
  struct Line {
    let word: String
    let text: String
  }

  private func line(of file: ScaffoldFile) -> Line {
    Line(
      word: isWritten(file) ? "wrote" : "left", text: "\(path(of: file))  (\(file.purpose))")
  }

  private func isWritten(_ file: ScaffoldFile) -> Bool {
    let standing = standings[file.path]
    // A job of another scenario stays that one's.
    return standing == nil || force && standing == .made && file.path != jobOfOthers
  }

  /// The files that ``write()`` writes, as people can type them where they are.
  var written: [String] {
    scaffold.files.filter { isWritten($0) && $0.path != scaffold.job }.map(path(of:))
  }

  /// A job that is there, and does not check the scenario; nil where there is none.
  var jobWithoutScenario: String? { jobOfOthers.map(path(of:)) }

  /// A job that is written, and does not know which repository Rehearse comes from; nil where there is none.
  var jobOfUnknownOwner: String? {
    scaffold.isOwnerUnknown ? jobToWrite : nil
  }

  /// Writes what can be written, but for the job.
  /// - Throws: `FileNotWritten`; what was not there before is removed again then.
  func write() throws {
    var made: [FilePath] = []
    do {
      for file in scaffold.files where isWritten(file) && file.path != scaffold.job {
        if standings[file.path] == nil { made.append(folder.pushing(file.path)) }
        try write(file)
      }
    } catch {
      // Nothing was there by these names before.
      for path in made { try? FileManager.default.removeItem(atPath: path.string) }
      throw error
    }
  }

  /// Writes the job, once there is something for it to check.
  /// - Returns: what became of it; nil where there is none.
  /// - Throws: `FileNotWritten`.
  func writeJob() throws -> Line? {
    guard let job else { return nil }
    if isWritten(job) { try write(job) }
    return line(of: job)
  }

  /// A job that ``writeJob()`` would write, as people can type its path; nil where there is none.
  var jobToWrite: String? { job.flatMap { isWritten($0) ? path(of: $0) : nil } }

  private var job: ScaffoldFile? { scaffold.files.first { $0.path == scaffold.job } }

  /// Replaces a file that was written by another content; its last line is to fit that.
  func replace(_ path: FilePath, by text: String) throws {
    guard var file = scaffold.files.first(where: { $0.path == path }),
      isWritten(file) || standings[path] == .same
    else { return }
    file.content = text.replacing(file.mark, with: "")
    try write(file)
  }

  private func write(_ file: ScaffoldFile) throws {
    let path = folder.pushing(file.path).lexicallyNormalized()
    let place = path.removingLastComponent()
    do {
      try FileManager.default.createDirectory(
        atPath: place.string, withIntermediateDirectories: true)
    } catch {
      throw FileNotWritten(path: place, operation: "create folder", underlying: error)
    }
    try ReplacedFile(path).write(Array(file.text.utf8))
  }
}

/// Where a driver's package can take DriverKit from.
enum DriverKitSource {
  /// The source as the driver's package can name it.
  /// - Parameter name: a folder from the working one, or a URL.
  /// - Throws: ``Refusal`` where the folder holds no sources of Rehearse.
  static func checked(_ name: String) throws -> String {
    if name.contains("://") { return name }
    // The driver's package is in another folder than people type in.
    let folder = FilePath(URL(fileURLWithPath: name).standardizedFileURL.path)
    let kit = folder.pushing("Sources/Harness/DriverKit")
    guard FileManager.default.fileExists(atPath: kit.string) else {
      throw Refusal(
        .outcome(.toolFailed),
        "There are no sources of Rehearse in \(folder), from which a driver could take DriverKit. "
          + "Name a clone, or its URL (https://…), by --rehearse or the variable REHEARSE. Nothing was "
          + "written.")
    }
    return folder.string
  }

  /// What the environment says, or the sources that this program was built from; nil where neither is
  /// known, as of an installed program.
  static var known: String? {
    if let named = ProcessInfo.processInfo.environment["REHEARSE"], !named.isEmpty { return named }
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    // …/.build/x86_64-unknown-linux-gnu/release/rehearse
    var folder = FilePath(program)
    while folder.removeLastComponent(), !folder.isEmpty, folder.lastComponent != nil {
      guard folder.lastComponent?.string == ".build" else { continue }
      let sources = folder.removingLastComponent()
      let kit = sources.pushing("Sources/Harness/DriverKit")
      return FileManager.default.fileExists(atPath: kit.string) ? sources.string : nil
    }
    return nil
  }
}
