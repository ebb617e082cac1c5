import Analysis
import Experimenting
import Foundation
import Reports
import SystemPackage

/// Writes the files of a scaffold unless other files are in the way, and reports what happened to each.
struct ScaffoldWriter {
  private let scaffold: Scaffold
  private let folder: FilePath
  private let standings: [FilePath: ScaffoldFile.Standing]
  private let force: Bool
  /// The job's file, if it exists and does not check the scenario.
  private let jobOfOthers: FilePath?

  /// Checks existing files; nothing is written.
  /// - Throws: ``Refusal`` if files are in the way.
  init(_ scaffold: Scaffold, into folder: FilePath, force: Bool) throws {
    self.scaffold = scaffold
    self.folder = folder
    self.force = force
    var standings: [FilePath: ScaffoldFile.Standing] = [:]
    var jobOfOthers: FilePath?
    for file in scaffold.files {
      let path = folder.pushing(file.path).lexicallyNormalized().string
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let text = try? TextFile.text(of: path)
      standings[file.path] = text.map(file.standing(of:)) ?? .foreign
      if file.path == scaffold.job, let text, !scaffold.isChecked(by: text) {
        jobOfOthers = file.path
      }
    }
    self.jobOfOthers = jobOfOthers
    self.standings = standings
    // After a first replay that failed, only the job is missing.
    let needed = scaffold.files.filter { !$0.isOptional }
    if let job = scaffold.job, standings[job] == nil,
      needed.allSatisfy({ standings[$0.path].map { $0 != .foreign } ?? false })
    {
      return
    }
    // Forcing only replaces the scenario: a user's own driver may stay.
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
    return Refusal.toolFailed(
      "Nothing was written, because \(folder) already holds these "
        + "files:\n\(lines.joined(separator: "\n"))\n\(way)"
    )
  }

  /// A file's path as typed in the working folder.
  func path(of file: FilePath) -> String {
    let path = folder.pushing(file).lexicallyNormalized()
    var short = path
    let working = FilePath(FileManager.default.currentDirectoryPath)
    return short.removePrefix(working) && !short.isEmpty ? short.string : path.string
  }

  func path(of file: ScaffoldFile) -> String { path(of: file.path) }

  /// The outcome for each file except the job's, and its purpose.
  var lines: [Line] { scaffold.files.filter { $0.path != scaffold.job }.map(line) }

  /// The outcome for something: a word, such as `wrote`, and its subject.
  struct Line {
    let word: String
    let text: String
  }

  private func line(of file: ScaffoldFile) -> Line {
    Line(word: isWritten(file) ? "wrote" : "left", text: "\(path(of: file))  (\(file.purpose))")
  }

  private func isWritten(_ file: ScaffoldFile) -> Bool {
    let standing = standings[file.path]
    // Another scenario's job is left alone.
    return standing == nil || force && standing == .made && file.path != jobOfOthers
  }

  /// The files that ``write()`` writes, as typed in the working folder.
  var written: [String] {
    scaffold.files.filter { isWritten($0) && $0.path != scaffold.job }.map(path(of:))
  }

  /// An existing job that does not check the scenario; nil if there is none.
  var jobWithoutScenario: String? { jobOfOthers.map(path(of:)) }

  /// A written job that does not know which repository Rehearse comes from; nil if there is none.
  var jobOfUnknownOwner: String? { scaffold.isOwnerUnknown ? jobToWrite : nil }

  /// Writes everything except the job.
  /// - Throws: `OutputError`; new files are removed again then.
  func write() throws {
    var made: [FilePath] = []
    do {
      for file in scaffold.files where isWritten(file) && file.path != scaffold.job {
        if standings[file.path] == nil { made.append(folder.pushing(file.path)) }
        try write(file)
      }
    } catch {
      // These are new files.
      for path in made { try? FileManager.default.removeItem(atPath: path.string) }
      throw error
    }
  }

  /// Writes the job, once it has something to check.
  /// - Returns: what happened to it; nil if there is none.
  /// - Throws: `OutputError`.
  func writeJob() throws -> Line? {
    guard let job else { return nil }
    if isWritten(job) { try write(job) }
    return line(of: job)
  }

  /// The path of the job that ``writeJob()`` would write, as typed; nil if there is none.
  var jobToWrite: String? { job.flatMap { isWritten($0) ? path(of: $0) : nil } }

  private var job: ScaffoldFile? { scaffold.files.first { $0.path == scaffold.job } }

  /// Returns whether a file was written, or was as it would have been.
  func isOwn(_ path: FilePath) -> Bool {
    standings[path] == .same || scaffold.files.contains { $0.path == path && isWritten($0) }
  }

  /// Replaces the content of an own file; its last line must match.
  func replace(_ path: FilePath, by text: String) throws {
    guard var file = scaffold.files.first(where: { $0.path == path }) else { return }
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
      throw OutputError(path: place, operation: "create folder", underlying: error)
    }
    try ReplacedFile(path).write(Array(file.text.utf8))
  }
}

/// The place from which a driver's package can take DriverKit.
enum DriverKitSource {
  /// The source, a folder from the working one or a URL, as the driver's package names it.
  /// - Throws: ``Refusal`` if the folder holds no sources of Rehearse.
  static func checked(_ name: String) throws -> String {
    if name.contains("://") { return name }
    // The driver's package is in another folder than the working folder.
    let folder = FilePath(URL(fileURLWithPath: name).standardizedFileURL.path)
    let kit = folder.pushing("Sources/Harness/Protocol/DriverKit")
    guard FileManager.default.fileExists(atPath: kit.string) else {
      throw Refusal.toolFailed(
        "There are no sources of Rehearse in \(folder), and a driver needs their DriverKit. Name a clone, or "
          + "its URL (https://…), with --rehearse or the variable REHEARSE. Nothing was written.")
    }
    return folder.string
  }

  /// The source from the environment, or the sources that this program was built from; nil if neither is
  /// known, as for an installed program.
  static var known: String? {
    if let named = ProcessInfo.processInfo.environment["REHEARSE"], !named.isEmpty { return named }
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    // …/.build/x86_64-unknown-linux-gnu/release/rehearse
    var folder = FilePath(program)
    while folder.removeLastComponent(), !folder.isEmpty, folder.lastComponent != nil {
      guard folder.lastComponent?.string == ".build" else { continue }
      let sources = folder.removingLastComponent()
      let kit = sources.pushing("Sources/Harness/Protocol/DriverKit")
      return FileManager.default.fileExists(atPath: kit.string) ? sources.string : nil
    }
    return nil
  }
}
