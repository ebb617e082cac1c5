import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Programs
import Recording
import Statistics
import Store
import SystemPackage

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import measurements made elsewhere, as one experiment.",
    discussion: """
      A file has the columns build,story,metric,unit,run,value, one value a row, or those that 'rehearse \
      export' writes, or those of a phone's profiler, metric,story,table,pid,peak,lowest,other_processes. \
      The last does not name the build: write BUILD=FILE. That also renames the build of a file that names only \
      one. Rows of steps are skipped.

      From other benchmark tools it takes the JSON of hyperfine (--export-json), Google Benchmark, pyperf, \
      pytest-benchmark (--benchmark-json), k6 (--summary-export, or the data of handleSummary), JMH, \
      BenchmarkDotNet (*-report-full.json) and package-benchmark \
      (.benchmarkBaselines/TARGET/NAME/results.json), and the folder of criterion, target/criterion. The \
      content shows which it is. A process counts as a run if the file says which values belong to one; \
      otherwise each sample counts, or the mean if there are no samples. It says what it leaves out. If \
      one file has a mistake, nothing is imported.
      """)

  @Argument(
    help: ArgumentHelp("CSV or JSON files, or folders of criterion.", valueName: "[build=]file"))
  var files: [String]

  @Option(help: "Experiment name. Default: the first file's name.")
  var name: String?

  @Option(help: "The title of its report.")
  var title: String?

  @Option(help: ArgumentHelp("The title of a story; can be repeated.", valueName: "story=title"))
  var storyTitle: [String] = []

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    try ExperimentName.check(name)
    _ = try titles()
  }

  func run() throws {
    var measurements = ImportedMeasurements()
    let sources = files.map(Source.init)
    for source in sources {
      let known = measurements.runs.count
      if source.isFolder {
        try measurements.add(criterion: source.file, build: source.build)
      } else {
        try measurements.add(
          TextFile.text(of: source.file), file: source.file, build: source.build,
          replacesNames: source.build != nil)
      }
      // Without runs it would be the latest experiment all the same, and hide the one before.
      guard measurements.runs.count > known else {
        throw StoreError.malformed(
          file: source.file, line: 1, column: 1, found: "there is nothing to import", allowed: "")
      }
    }
    for (story, title) in try titles() {
      guard measurements.stories.contains(story) else {
        throw ValidationError(
          "--story-title names '\(story)'; the stories are \(measurements.stories.joined(separator: ", "))."
        )
      }
      measurements.titles[story] = title
    }
    measurements.warnings.forEach { Console.warn("note: \($0)") }
    let name = name ?? sources[0].stem
    let analysis = try ImportSession(measurements, name: name, title: title)
      .carryOut(in: try storeOptions.open())
    if outputOptions.json {
      try outputOptions.console.print(json: ExperimentDocument(analysis, status: .passed))
    } else {
      try outputOptions.console.print(
        "Experiment \(analysis.experiment.number ?? 0) (\(name)): \(measurements.runs.count.counted("run", "runs")) of "
          + "\(measurements.stories.count.counted("story", "stories")) on "
          + "\(measurements.builds.joined(separator: ", ")).")
    }
  }

  private func titles() throws(ValidationError) -> [(story: String, title: String)] {
    try storyTitle.map { text throws(ValidationError) in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw ValidationError("--story-title takes STORY=TITLE, not '\(text)'.")
      }
      return (parts[0], parts[1])
    }
  }

  private struct Source {
    /// Nil if only the file can say.
    let build: String?
    let file: String

    init(_ argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1)
      // An existing file may have an equals sign in its name.
      if parts.count == 2, !FileManager.default.fileExists(atPath: argument) {
        build = String(parts[0])
        file = String(parts[1])
      } else {
        build = nil
        file = argument
      }
    }

    var stem: String { FilePath(file).stem ?? file }

    var isFolder: Bool { FilePath(file).isFolder }
  }
}
