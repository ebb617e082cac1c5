import Building
import Foundation
import Programs
import Recording
import Running
import Scenarios
import Statistics
import SystemPackage

/// The files beside the scenario that stories work on: those that requests name, and those that commands find in
/// their folder.
extension ScenarioFile {
  /// The stories that are replayed, with the hashes of their data. Data of several stories are read once.
  var storyLabels: [Experiment.StoryLabel] {
    let hashes = ContentHashes()
    let inputs = self.inputs
    var known: [String: String] = [:]
    func line(_ path: String) -> String {
      let file = place(of: path)
      // Where a variable leads to is known only in a run, so such a path has no content here. In a folder a link may
      // lead to a device, which has no end.
      let content = SpecialFile.first(in: file) == nil ? hashes.content(of: file.string) : nil
      return "\(path) \(content ?? "")"
    }
    return replayedStories.map { story -> Experiment.StoryLabel in
      var lines = scenario.requestFiles(of: story).map(line)
      for path in scenario.files(of: story) {
        let copied = known[path] ?? data(in: path, inputs).map(line).joined(separator: "\n")
        known[path] = copied
        if !copied.isEmpty { lines.append(copied) }
      }
      let text = lines.joined(separator: "\n")
      return .init(
        name: story.name, title: story.title,
        contents: text.isEmpty ? nil : SHA256.text(of: SHA256.digest(of: text)))
    }
  }

  /// The files of data in what `files` names, by their paths from the scenario's folder, sorted. Code and programs
  /// are none, because they are what is measured, unless a command has them as its standard input (`inputs`).
  private func data(in path: String, _ inputs: Set<FilePath>) -> [String] {
    let name = StepFiles.name(of: path) ?? path
    return files(in: path).filter { file in
      // A folder counts as executable, and has no content of its own.
      let isProgram = FileManager.default.isExecutableFile(atPath: place(of: file).string)
      return !SourceFile.isCode(file) && !isProgram
        || inputs.contains(FilePath(name + file.dropFirst(path.count)).lexicallyNormalized())
    }
  }

  /// The files that commands have as their standard input, by their paths in a run's folder.
  private var inputs: Set<FilePath> {
    Set(
      scenario.stories.flatMap(\.steps).compactMap { $0.command?.input }
        .map { FilePath($0).lexicallyNormalized() })
  }

  /// The path itself, or all that is in its folder; by their paths from the scenario's folder, sorted.
  private func files(in path: String) -> [String] {
    let folder = place(of: path)
    guard folder.isFolder else { return [path] }
    // Copying a folder that can't be read fails in the run.
    let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.resolved.string)
    return (names ?? []).sorted().map { "\(path)/\($0)" }
  }

  /// The files of data in what `files` names that are not the same at two commits of the scenario's repository, by
  /// their paths from the scenario's folder. A program counts as one only if it was one at the first commit: marked as
  /// one by the second, data would be exempt.
  /// - Throws: `RevisionError`, or `CancellationError`.
  func differingData(from baseline: String, to candidate: String) async throws -> [String] {
    if copiedFiles.isEmpty { return [] }
    let top = folder.resolved
    let inputs = self.inputs
    // A link may lead to the data.
    let places = copiedFiles.flatMap { path in
      let name = StepFiles.name(of: path) ?? path
      return [top.pushing(FilePath(path)).lexicallyNormalized(), place(of: path).resolved]
        .map { (place: $0, name: name) }
    }
    let all = try await DifferingFile.all(from: baseline, to: candidate, in: top)
    return all.filter { file in
      places.contains { place, name in
        var rest = file.path
        guard rest.removePrefix(place) else { return false }
        let isInput = inputs.contains(
          FilePath(name).appending(rest.components).lexicallyNormalized())
        return isInput || !file.isProgram && !SourceFile.isCode(file.path.string)
      }
    }.map { file in
      var path = file.path
      return path.removePrefix(top) ? path.string : file.path.string
    }
  }

  /// A sentence about files whose content git-lfs did not fetch; empty if there are none.
  var pointers: [String] {
    let all = scenario.requestFiles.map(\.path) + copiedFiles.flatMap(files(in:))
    let found = all.filter { place(of: $0).isLargeFilePointer }.uniqued
    if found.isEmpty { return [] }
    return [
      "\(path): only git-lfs's pointer is in \(found.listed(atMost: 3)), because the content was not fetched. "
        + "Call 'git lfs pull'."
    ]
  }

  func place(of path: String) -> FilePath {
    folder.pushing(FilePath(path)).lexicallyNormalized()
  }
}
