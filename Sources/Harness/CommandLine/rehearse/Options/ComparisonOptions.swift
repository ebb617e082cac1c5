import ArgumentParser
import Building
import CommandSupport
import Experimenting
import Recording
import Scenarios
import Statistics

/// The two sides of a comparison, and the amount of measuring, for `compare` and `check`.
struct ComparisonOptions: ParsableArguments {
  @Option(help: "The build to compare against. Default: the first.")
  var baseline: String?

  @Option(help: "A build to judge; can be repeated. Default: all others.")
  var candidate: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare the files as they are now with this branch, tag or commit of their git repository, "
        + "or 'never': with none, whatever rehearse.yml says. Default: 'against' in rehearse.yml.",
      valueName: "revision"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Compare the files as they are now with executables that were kept ('rehearse anchor').",
      valueName: "name"))
  var anchor: String?

  @OptionGroup var anchorOptions: AnchorOptions

  @Option(
    help: ArgumentHelp(
      "Measure one build alone, and compare it with this saved baseline ('rehearse baseline').",
      valueName: "name"))
  var saved: String?

  @OptionGroup var baselineOptions: BaselineOptions

  @Option(help: "With --against, --anchor or --saved: the build to judge. Default: the first.")
  var build: String?

  @Flag(
    help: """
      Compare measurements of different times even if the machine differs, and even those that vary with \
      it; the result says so.
      """)
  var force = false

  @Option(help: ArgumentHelp("Only this story (and those before it); can be repeated."))
  var story: [String] = []

  @Option(
    help: "Exactly this many pairs of each story. Default: 5 to 60, as many as the verdicts need.")
  var pairs: Int?

  @Option(
    help: ArgumentHelp(
      "Finish after about this time, as in 10min, with all that the call does: builds, replays under a "
        + "tracer, pairs, counting instructions. Every story then gets fewer pairs, so only larger changes "
        + "are found. A time that is too short to show any change is refused.",
      valueName: "time"))
  var maxTime: String?

  @Flag(
    help: """
      With --max-time: measure even if the time is too short to show any change. Each story gets at least two \
      pairs; a check that passes then says nothing.
      """)
  var quickLook = false

  @Option(
    name: .customLong("memory-runs"),
    help: ArgumentHelp(
      "Extra runs of each side that measure only anonymous memory, without address randomisation. "
        + "The third and later ones are left out if all before are the same, but not for a budget or "
        + "for gated steps. Default: 3, or 5 with --saved, which leaves none out.",
      valueName: "memory-runs"))
  var memoryRunsGiven: Int?

  @OptionGroup var partOptions: PartOptions

  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var allocations: AllocationOptions

  @Flag(
    help: """
      Don't count the instructions of stories whose times changed by less than 10 %. Such a change may come \
      from where the linker put the code; the verdict says so.
      """)
  var noLayoutCheck = false

  @Flag(
    help: """
      With --against: measure even if both revisions, or some of their stories, are proven to be the same, \
      or to do the same work.
      """)
  var noProof = false

  @Flag(
    help: """
      Don't record what stories read: nothing is proven to be unchanged then, and files that both sides \
      share may go unnoticed.
      """)
  var noInputs = false

  @Option(
    help: ArgumentHelp(
      "Compare even if both sides share this file or folder, though each should have its own; can be "
        + "repeated.", valueName: "path"))
  var allowShared: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --against: run both sides with the driver of this revision, or of 'work-tree': the files that "
        + "the build's command names, the kit's copies beside them, and those that the scenario gives the "
        + "driver.", valueName: "revision"))
  var harnessFrom: String?

  @Flag(
    help: """
      Don't measure the control: the baseline compared with its own copy, 10 pairs of one story, a few more if \
      stories go on, fewer with --pairs below 5. If it moves, no time is decided.
      """)
  var noControl = false

  @OptionGroup var pairing: PairingOptions
  @OptionGroup var page: PageOptions

  func validate() throws {
    try RunLimits.check("--pairs", pairs, from: PairedRatio.fewestPairs, to: RunLimits.rounds)
    try RunLimits.check("--memory-runs", memoryRuns, from: 0, to: RunLimits.rounds)
    if named != nil, baseline != nil || !candidate.isEmpty {
      throw ValidationError(
        "--against compares two revisions of one build, --baseline and --candidate two builds; "
          + "give one or the other.")
    }
    if let anchor {
      try FolderName.check(anchor, of: "anchor")
      let others = [
        ("--against", named != nil), ("--baseline", baseline != nil),
        ("--candidate", !candidate.isEmpty),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError("\(other.0) and --anchor both name a baseline; give one of them.")
      }
    }
    if build != nil, revision == nil, anchor == nil, saved == nil {
      throw ValidationError("--build needs --against, --anchor or --saved.")
    }
    if noProof, revision == nil, anchor == nil {
      throw ValidationError("--no-proof needs --against or --anchor.")
    }
    if harnessFrom != nil, revision == nil {
      throw ValidationError("--harness-from needs --against.")
    }
    if page.isWanted, partOptions.text != nil {
      throw ValidationError(
        "--report and --open can't be combined with --part: 'rehearse report' shows what 'rehearse merge' puts "
          + "together.")
    }
    try validateSaved()
    let limit = try timeLimit
    if quickLook, limit == nil { throw ValidationError("--quick-look needs --max-time.") }
  }

  /// The revision to compare with; nil for other baselines. A setting gives way to any baseline that is named.
  var revision: String? {
    let isOther = anchor != nil || saved != nil || baseline != nil || !candidate.isEmpty
    let wanted = against ?? (isOther ? nil : Settings.text(of: .against))
    return wanted == Setting.never ? nil : wanted
  }

  /// The revision that the call names. Whoever wants none has to say so, as a setting may name one.
  var named: String? { against == Setting.never ? nil : against }

  /// The number of each side's runs for anonymous memory alone.
  var memoryRuns: Int { memoryRunsGiven ?? 3 }

  private func validateSaved() throws {
    guard let saved else { return }
    try FolderName.check(saved, of: "baseline")
    let builds = [
      (option: "--baseline", isGiven: baseline != nil),
      (option: "--candidate", isGiven: !candidate.isEmpty),
    ]
    if let other = (ofPairs + builds).first(where: \.isGiven) {
      throw ValidationError(
        "\(other.option) needs two builds that are measured together; --saved measures one alone.")
    }
  }

  /// The options for two builds that are measured together.
  private var ofPairs: [(option: String, isGiven: Bool)] {
    [
      ("--against", named != nil), ("--anchor", anchor != nil), ("--pairs", pairs != nil),
      ("--max-time", maxTime != nil), ("--quick-look", quickLook),
      ("--part", partOptions.text != nil), ("--no-layout-check", noLayoutCheck),
      ("--no-inputs", noInputs), ("--allow-shared", !allowShared.isEmpty),
      ("--no-control", noControl),
    ]
  }

  var timeLimit: Duration? {
    get throws {
      guard partOptions.text == nil else { return nil }
      return try TimeLimit.checked(maxTime)
        ?? Settings.text(of: .maxTime).flatMap(TimeText.duration)
    }
  }

  /// Refuses options about measuring if what is stored is judged; `--name` may choose that.
  func checkNothingIsMeasured(choosesByName: Bool = false) throws {
    let others: [(option: String, isGiven: Bool)] = [
      ("--story", !story.isEmpty), ("--memory-runs", memoryRunsGiven != nil),
      ("--instructions", instructions.wanted != nil),
      ("--allocations", allocations.wanted != nil), ("--seed", pairing.seed != nil),
      ("--name", pairing.name != nil && !choosesByName), ("--no-proof", noProof),
      ("--harness-from", harnessFrom != nil), ("--executables", partOptions.executables != nil),
      ("--report", page.report != nil), ("--open", page.open),
      ("--build", build != nil && saved == nil),
    ]
    if let useless = (ofPairs + others).first(where: \.isGiven) {
      throw ValidationError(
        "\(useless.option) is about measuring; what is stored is judged as it is.")
    }
    if candidate.count > 1 {
      throw ValidationError(
        "There are \(candidate.count) candidates; with stored experiments one build is compared with one."
      )
    }
  }

  /// Says which settings are not used, because their options would be refused.
  func tellUnusedSettings() {
    let isPart = partOptions.text != nil
    let unused: [Setting] = saved != nil ? [.pairs, .maxTime] : isPart ? [.maxTime] : []
    let reason = isPart ? "all parts follow one plan" : "--saved measures one build alone"
    for setting in unused where Settings.text(of: setting) != nil {
      Console.warn("note: The setting '\(setting.key)' is not used: \(reason).")
    }
  }

  /// The options that replace settings, so that a resumed call uses the same ones, and none that came later.
  var settled: [String] {
    guard saved == nil else { return [] }
    let isWhole = partOptions.text == nil
    let options = [(pairs == nil, Setting.pairs), (maxTime == nil && isWhole, .maxTime)]
    let given = options.flatMap { isOpen, setting in
      isOpen ? Settings.text(of: setting).map { ["--\(setting.key)", $0] } ?? [] : []
    }
    return given + (against == nil ? ["--against", revision ?? Setting.never] : [])
  }

  /// The two sides of the comparison.
  /// - Throws: `RevisionError` if there is no such anchor.
  var choice: ComparisonChoice {
    get throws {
      if let anchor { return .anchor(try anchorOptions.folder.anchor(anchor), build: build) }
      return revision.map { .revision($0, build: build) }
        ?? .builds(baseline: baseline, candidates: candidate)
    }
  }

  var settings: ComparisonSettings {
    get throws {
      var settings = ComparisonSettings(
        pairs: pairs ?? Settings.text(of: .pairs).flatMap { Int($0) }, timeLimit: try timeLimit,
        memoryRuns: memoryRuns, instructions: instructions.choice,
        allocationRounds: allocations.rounds, checksLayout: !noLayoutCheck,
        usesProof: !noProof, seed: pairing.seed, name: pairing.name, part: partOptions.choice)
      settings.allowedShared = allowShared
      settings.recordsInputs = !noInputs
      settings.harness = harnessFrom
      settings.hasControl = !noControl
      settings.isQuickLook = quickLook
      return settings
    }
  }

  func savedSettings(_ saved: String) -> SavedComparison.Settings {
    var settings = SavedComparison.Settings(baseline: saved)
    settings.build = build
    settings.isForced = force
    settings.memoryRuns = memoryRunsGiven
    settings.instructions = instructions.choice
    settings.allocationRounds = allocations.rounds
    settings.seed = pairing.seed
    settings.name = pairing.name
    return settings
  }
}
