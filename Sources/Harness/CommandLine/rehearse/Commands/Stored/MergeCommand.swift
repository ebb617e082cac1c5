import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Recording
import Store

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put an experiment together from the parts that several machines made.",
    discussion: """
      Takes in the parts that 'run', 'compare' and 'check' made with --part, each in a store of its own, \
      and qualifications of the machines. A part that is there already is skipped, so you can call it again \
      whenever another part arrives. Parts that don't belong are refused: those of another scenario, seed \
      or number of rounds, of other executables, and interrupted ones.

      Once all parts are there, 'rehearse check --merged STORE' decides.

      Exit status: 0 all files were taken in, 1 Rehearse failed, 5 something does not belong.
      """)

  @Argument(help: ArgumentHelp("The stores of parts.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp("The store to merge into; made if it does not exist.", valueName: "store"))
  var into: String

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let session = try MergeSession(into: try ResultStore(path: into, note: StoreOptions.note))
    var taken: [MergeSession.Taken] = []
    var refused: [String] = []
    var worst = Outcome.passed
    func refuse(_ error: any Error, _ file: String) throws {
      switch error {
      case let refusal as Refusal:
        refused.append("\(refusal)")
        let outcome =
          if case .outcome(let outcome) = refusal.kind { outcome } else { Outcome.notComparable }
        worst = max(worst, outcome)
      case let error as StoreError:
        refused.append("\(file): \(error)")
        worst = max(worst, .toolFailed)
      default: throw error
      }
    }
    for file in files {
      do {
        for result in try session.take(ResultStore(existing: file), named: file) {
          do {
            let item = try result.get()
            taken.append(item)
            if !outputOptions.json {
              try outputOptions.console.print(PartSentence.taken(item, from: file))
            }
            item.notes.forEach { Console.warn("note: \($0)") }
          } catch {
            try refuse(error, file)
          }
        }
      } catch {
        try refuse(error, file)
      }
    }
    refused.forEach { Console.warn("Error: \($0)") }
    let experiments = latest(taken)
    if outputOptions.json {
      try outputOptions.console.print(
        json: MergeDocument(experiments: experiments, taken: taken, refused: refused))
    } else {
      for experiment in experiments {
        try outputOptions.console.print(sentence: PartSentence.state(experiment))
      }
    }
    try worst.exit()
  }

  /// Each experiment once, in its final state.
  private func latest(_ taken: [MergeSession.Taken]) -> [Experiment] {
    var latest: [Int64: Experiment] = [:]
    for item in taken where item.part != nil {
      latest[item.experiment.number ?? 0] = item.experiment
    }
    return latest.values.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
  }
}
