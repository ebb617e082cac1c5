import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Recording
import Reports
import Scenarios
import Statistics
import Store
import Tables

struct JudgeCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Judge the attempts of an optimising loop, all by one error budget.",
    discussion: """
      Measures an attempt against its base as 'check' does, and accepts it only if something gated is shown to \
      be better and nothing is worse. A loop that tries a hundred changes would find improvements by chance. So \
      the attempts of a ledger share one budget: however many there are, at most 1 % of ledgers ever accept one \
      that improves nothing. Each attempt that is not accepted leaves less for the next.

      An attempt is the files of a commit, or those of the work tree. The same files are judged once: the second \
      time the recorded verdict is printed, and nothing is measured or spent. The ledger is kept in the store. \
      'rehearse resume' continues an interrupted attempt.

      Refused, with the reason: an attempt that changes the driver or its files, or data that the scenario names \
      under 'files', moves work out of the steps, reads the scenario file, shares files or sockets with its base, or \
      is better in a story whose outcome nothing checks.

      Exit status: 0 accepted, 1 Rehearse failed, 2 rejected: something is worse, 3 a run crashed, hung or led \
      to a wrong outcome, or a revision did not build, 4 undecided: no improvement is shown, 5 refused, 64 wrong \
      usage, such as a scenario that changed since the ledger began, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "The base: a branch, tag or commit of the repository.", valueName: "revision"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The attempt: a branch, tag or commit. Default: the files as they are now.",
      valueName: "revision"))
  var at: String?

  @Option(help: ArgumentHelp("The ledger; the first attempt makes it.", valueName: "name"))
  var ledger: String

  @Option(
    help: ArgumentHelp(
      "Keep this story from all attempts but final ones; can be repeated. Only for a ledger's first attempt.",
      valueName: "story"))
  var holdOut: [String] = []

  @Flag(
    name: .customLong("final"),
    help: "Measure all stories, also those held out. It is an attempt of its own.")
  var isFinal = false

  @Flag(help: "Show the ledger, and judge nothing.")
  var show = false

  @Option(help: "The build to judge. Default: the first.")
  var build: String?

  @Option(
    help: "Exactly this many pairs of each story. Default: 10 to 60, as many as the verdict needs.")
  var pairs: Int?

  @Option(
    help: ArgumentHelp(
      "Finish after about this time, as in 10min; fewer pairs show only larger changes. A time that is too short "
        + "to show any, or to record what stories read, is refused, and no attempt is spent.",
      valueName: "time"))
  var maxTime: String?

  @Option(
    help: ArgumentHelp(
      "Run both sides with the driver of this revision, or of 'work-tree'.", valueName: "revision"))
  var harnessFrom: String?

  @Option(
    help: ArgumentHelp(
      "Judge even if both sides share this file or folder; can be repeated.", valueName: "path"))
  var allowShared: [String] = []

  @Flag(help: "Don't record what stories read: files that both sides share may go unnoticed.")
  var noInputs = false

  @Flag(help: "Don't measure the control: the baseline compared with its own copy.")
  var noControl = false

  @OptionGroup var pairing: PairingOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    try RunLimits.check("--pairs", pairs, from: PairedRatio.fewestPairs, to: RunLimits.rounds)
    if ledger.isEmpty {
      throw ValidationError("--ledger is ''; allowed: any text that is not empty.")
    }
    try TimeLimit.checked(maxTime)
    if show { return try checkNothingIsJudged() }
    if scenario == nil { throw ValidationError("Missing expected argument '<scenario>'") }
    guard let against else {
      throw ValidationError("--against is missing: the revision that the attempt should improve.")
    }
    if at == against {
      throw ValidationError("--against and --at are both '\(against)'; an attempt needs a base.")
    }
  }

  /// Refuses what is about an attempt if the ledger is only shown.
  private func checkNothingIsJudged() throws {
    let others: [(words: String, isGiven: Bool)] = [
      ("A scenario", scenario != nil), ("--against", against != nil), ("--at", at != nil),
      ("--hold-out", !holdOut.isEmpty), ("--final", isFinal), ("--build", build != nil),
      ("--pairs", pairs != nil), ("--max-time", maxTime != nil),
      ("--harness-from", harnessFrom != nil), ("--allow-shared", !allowShared.isEmpty),
      ("--no-inputs", noInputs), ("--no-control", noControl), ("--seed", pairing.seed != nil),
      ("--name", pairing.name != nil),
    ]
    if let useless = others.first(where: \.isGiven) {
      throw ValidationError("\(useless.words) is about an attempt; --show only shows a ledger.")
    }
  }

  func measure(_ call: SessionCall) async throws {
    if show { return try showLedger() }
    let file = try ScenarioFile(scenario ?? "").selecting([], [])
    let session = AttemptSession(
      file,
      AttemptTerms(
        ledger: ledger, base: against ?? "", candidate: at, build: build,
        holdOut: holdOut.isEmpty ? nil : holdOut, isFinal: isFinal),
      try settings, store: try storeOptions.open(),
      try .ofThisMachine(quiet: pairing.quiet))
    let judged = try await session.carryOut(in: call, wording: Headline.reason)
    if let document = AttemptDocument(judged), outputOptions.json {
      try outputOptions.console.print(json: document)
    } else {
      try print(judged)
    }
    try judged.outcome.exit()
  }

  private var settings: ComparisonSettings {
    get throws {
      var settings = ComparisonSettings(
        pairs: pairs, timeLimit: try TimeLimit.checked(maxTime), seed: pairing.seed,
        name: pairing.name)
      (settings.hasControl, settings.recordsInputs) = (!noControl, !noInputs)
      (settings.harness, settings.allowedShared) = (harnessFrom, allowShared)
      return settings
    }
  }

  private func print(_ judged: JudgedAttempt) throws {
    let console = outputOptions.console
    guard judged.attempt.ruling != nil else {
      if judged.outcome == .interrupted, let result = judged.result {
        return storeOptions.tellOfInterruption(result.analysis)
      }
      let reason = judged.result.map { Headline.sentence($0.judgement) } ?? "Nothing was measured."
      return Console.warn("Error: The attempt has no verdict. \(reason)")
    }
    if let result = judged.result {
      try ComparisonPrinter(console: console).print(result)
      try console.print()
    }
    for sentence in Headline.sentences(
      judged.attempt, in: judged.ledger, repeated: judged.isRepeated)
    {
      try console.print(sentence: sentence)
    }
  }

  private func showLedger() throws {
    let store = try storeOptions.openExisting()
    guard let found = try store.ledger(ledger) else {
      throw Refusal.noLedger(ledger, known: try store.ledgers())
    }
    let console = outputOptions.console
    if outputOptions.json { return try console.print(json: LedgerDocument(found)) }
    try console.print(try Table.attempts(found))
    try console.print(sentence: Headline.budget(of: found))
  }
}
