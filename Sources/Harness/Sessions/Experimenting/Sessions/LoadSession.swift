import Analysis
import Recording
import Running
import Scenarios

/// Finds the rates of users that builds can serve. Nothing is stored.
///
/// Each run is a fresh server at one rate. The builds take turns, one run each, so that the machine's drift hits all.
/// Runs are in the usual class, as those of `run`: in the real-time class a server that takes its whole CPU is held
/// for a twentieth of each second, which would count as its latency.
public struct LoadSession: Sendable {
  /// The wishes for a search.
  public struct Settings: Sendable {
    /// The story; nil for the only one of many users.
    public var story: String?
    /// The percentile that is limited; nil for the one that is gated, or p99.
    public var percentile: LatencyBudget.Percentile?
    /// Its limit; nil for the scenario's.
    public var limit: Duration?
    /// The lowest rate, users a second; nil for the lowest that can be measured.
    public var lowest: Double?
    /// The highest rate, users a second; nil for the highest that can be measured.
    public var highest: Double?
    /// The time for all runs; nil for ``LoadSession/usualTime`` for each build.
    public var time: Duration?

    /// A search without wishes.
    public init() {}
  }

  /// The time for the runs of each build: some fifteen runs of 5 s.
  public static let usualTime = Duration.seconds(90)

  private let file: ScenarioFile
  private let story: String
  private let budget: LatencyBudget
  private let load: AdjustableLoad
  private let rates: ClosedRange<Double>
  private let time: Duration
  private let equipment: Equipment

  /// Creates a session for the file's builds; nothing is done yet.
  /// - Throws: ``Refusal`` if it is not clear which story is meant, or if the rates can't be measured.
  public init(_ file: ScenarioFile, _ settings: Settings, _ equipment: Equipment) throws {
    self.file = file
    self.equipment = equipment
    story = try file.storyOfUsers(settings.story)
    budget = LatencyBudget(
      settings.percentile, atMost: settings.limit, of: story, in: file.scenario)
    if let pattern = file.scenario.story(named: story)?.users?.pattern, pattern.peak != nil {
      throw Refusal.unsteady(story, pattern)
    }
    let fewest = budget.percentile.fewestUsers
    guard let load = AdjustableLoad(story, of: file.scenario, withUsers: fewest) else {
      throw Refusal.tooManyRequests(of: story, budget.percentile)
    }
    self.load = load
    let (lowest, highest) = (
      settings.lowest ?? load.rates.lowerBound, settings.highest ?? load.rates.upperBound
    )
    for rate in [lowest, highest] where !load.rates.contains(rate) {
      throw Refusal.rate(rate, notWithin: load.rates, budget.percentile)
    }
    guard lowest <= highest else { throw Refusal.ratesReversed(lowest, highest) }
    rates = lowest...highest
    time = settings.time ?? Self.usualTime * file.scenario.builds.count
    file.notes.forEach(equipment.note)
  }

  /// Builds, and makes runs until the capacity of all builds is shown, the time is up, or the user asks to stop.
  /// - Throws: `CancellationError` if the user asked to stop before there was a run, and errors of building.
  public func carryOut() async throws -> CapacityResult {
    let builds = try await equipment.make(
      BuildRequest(.builds(file.scenario.builds), layouts: 1), in: file.folder)
    let machine = try equipment.machine()
    guard let budgetOfTime = TimeBudget(time) else { preconditionFailure("there is a limit") }
    let timed = try equipment.within(budgetOfTime)
    defer { equipment.reporter.report(.idle) }
    var capacities = file.scenario.builds.map {
      BuildCapacity(of: $0.name, by: CapacitySearch(in: rates, from: load.ownRate))
    }
    // The least time that a run took beyond that of its arrivals: an overloaded server takes longer, and says
    // nothing of a run at a lower rate.
    var overhead: Duration?
    while let (index, rate) = nextRun(of: capacities) {
      let build = capacities[index].build
      let duration = load.duration(at: rate)
      // A run that can't end in time would take it for nothing.
      let isShort = duration + (overhead ?? .zero) > budgetOfTime.left
      if equipment.interruption.isRaised || isShort { break }
      report(capacities[index], rate, left: budgetOfTime.left)
      let subject = ReplaySubject(file.with(load.scenario(at: rate)), builds, on: machine)
      // Each run is a round with other users, or five runs would show no more of a rate than one. Builds have the same.
      let round = capacities[index].runs.count + 1
      let planned = RunPlan(stories: [story], builds: [build], rounds: round, seed: 0).runs[
        round - 1]
      let begin = ContinuousClock.now
      let run = try timed.executors.alone(subject, counting: nil, isWatched: true).execute(planned)
      if run.failure?.reason == .interrupted { break }
      let more = max(.zero, ContinuousClock.now - begin - duration)
      overhead = min(overhead ?? more, more)
      capacities[index].add(LoadRun(run, at: rate, within: budget))
    }
    let isInterrupted = equipment.interruption.isRaised
    if isInterrupted, capacities.allSatisfy(\.runs.isEmpty) { throw CancellationError() }
    let isConcluded = nextRun(of: capacities) == nil
    return CapacityResult(
      of: load, within: budget, in: rates, capacities,
      ending: isInterrupted ? .interrupted : isConcluded ? .concluded : .timeUp)
  }

  /// The build with the fewest runs among those that need more, and its next rate; nil if none needs any.
  private func nextRun(of capacities: [BuildCapacity]) -> (index: Int, rate: Double)? {
    capacities.indices.compactMap { index in
      capacities[index].search.next.map { (index: index, rate: $0) }
    }.min { capacities[$0.index].runs.count < capacities[$1.index].runs.count }
  }

  private func report(_ capacity: BuildCapacity, _ rate: Double, left: Duration) {
    equipment.reporter.report(
      .status(
        "\(capacity.build), run \(capacity.runs.count + 1): \(CapacitySearch.words(ofRate: rate))  "
          + "at most \(ProgressLine.words(left)) left"))
  }
}

extension ScenarioFile {
  /// The story of that name, or the only one, if it is of many users.
  /// - Throws: ``Refusal``.
  fileprivate func storyOfUsers(_ name: String?) throws -> String {
    let known = scenario.stories.filter { $0.users != nil }.map(\.name)
    if let name, !known.isEmpty {
      try Refusal.check([name], as: "story with 'users'", in: "\(path)", known: known)
      return name
    }
    guard known.count == 1 else { throw Refusal.storiesOfUsers(known, in: path) }
    return known[0]
  }
}
