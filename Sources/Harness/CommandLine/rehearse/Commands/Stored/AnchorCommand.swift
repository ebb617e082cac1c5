import ArgumentParser
import Building
import CommandSupport
import Experimenting
import Exporting
import Recording
import Reports
import Tables

struct AnchorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anchor",
    abstract: "Keep the executables of a build, to compare all later builds with.",
    discussion: """
      'rehearse check scenario.yml --anchor v1.0' measures the files as they are now against executables \
      that were kept, such as those of the last release. The ratios of all checks against one anchor are a \
      history that another machine, day or compiler does not move ('rehearse history').

      Git ignores the folder of anchors; in CI keep it in a cache. Of a build with 'make:', the files that \
      its commands made are kept. They are put beside those of the commit again, so the commit must still \
      be there. A build that nothing makes, such as a script, needs no anchor: 'check --against v1.0' makes \
      the same history.
      """,
    subcommands: [AnchorSaveCommand.self, AnchorListCommand.self])
}

struct AnchorSaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Build a revision, and keep its executables.",
    discussion: """
      Exit status: 0 kept, 1 Rehearse failed, 3 the revision does not build, 64 the name is taken, 130 \
      interrupted.
      """)

  @Argument(help: "The anchor's name.")
  var name: String

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var scenario: String

  @Option(help: "The branch, tag or commit that is built.")
  var revision = "HEAD"

  @Option(help: "Which build of the scenario. Default: the first.")
  var build: String?

  @Flag(help: "Replace the anchor of that name.")
  var replace = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var anchorOptions: AnchorOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws { try FolderName.check(name, of: "anchor") }

  func run() async throws {
    let session = try AnchorSession(
      try ScenarioFile(scenario), build: build, at: revision, in: anchorOptions.folder)
    let record = try await session.keep(as: name, replacing: replace, .ofThisMachine(quiet: quiet))
    if outputOptions.json {
      try outputOptions.console.print(json: AnchorDocument(record, named: name))
    } else {
      let commit = record.revision.map { ", commit \($0.short)" } ?? ""
      try outputOptions.console.print(
        "Kept '\(name)': \(record.name)\(commit). 'rehearse check \(scenario) --anchor \(name)' "
          + "compares with it.")
    }
  }
}

struct AnchorListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the anchors that are kept.")

  @OptionGroup var anchorOptions: AnchorOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let folder = anchorOptions.folder
    let anchors = try folder.names().map { name throws(RevisionError) in try folder.anchor(name) }
    if outputOptions.json {
      try outputOptions.console.print(
        json: anchors.map { AnchorDocument($0.record, named: $0.name) })
    } else if anchors.isEmpty {
      try outputOptions.console.print(
        "There are no anchors in \(folder.path); 'rehearse anchor save' keeps one.")
    } else {
      try outputOptions.console.print(try Table.anchors(anchors.map { ($0.name, $0.record) }))
    }
  }
}
