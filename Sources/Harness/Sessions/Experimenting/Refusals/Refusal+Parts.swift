import Analysis
import Recording
import Store

/// Refusals of parts that several machines make.
extension Refusal {
  static func tooManyParts(_ count: Int, rounds: Int, each: Int) -> Refusal {
    because(
      "\(rounds) rounds can't be shared among \(count) parts: each needs \(each) or more; allowed: up to "
        + "\(rounds / each) parts, or more rounds (--pairs, --runs).")
  }

  static func noPart(in file: String) -> Refusal {
    incomparable(
      "\(file) holds no part: 'rehearse run', 'compare' and 'check' make one with --part K/N.")
  }

  static func unfinishedPart(
    _ part: Partition.MachinePart, of experiment: Experiment, in file: String
  )
    -> Refusal
  {
    incomparable(
      "\(file): part \(part.number) was interrupted on '\(part.machine)'. There, 'rehearse resume "
        + "\(experiment.number ?? 0) --store \(file)' measures the rest; or make it anew.")
  }

  static func secondPart(
    _ part: Partition.MachinePart, after first: Partition.MachinePart, in file: String
  )
    -> Refusal
  {
    incomparable(
      "\(file): part \(part.number) of '\(part.machine)' is there already, made on '\(first.machine)'; "
        + "the first one counts. To measure all anew, merge into another store.")
  }

  static func otherPlan(_ part: Partition.MachinePart, since changes: [String], in file: String)
    -> Refusal
  {
    incomparable(
      "\(file): part \(part.number) of '\(part.machine)' does not belong to the parts that are there: "
        + "\(changes.joined(separator: "; ")). Make it anew as they were made, or merge into another "
        + "store.")
  }

  static func nothingMerged(named name: String?) -> Refusal {
    let words = name.map { " of an experiment '\($0)'" } ?? ""
    return incomparable(
      "The store holds no parts\(words): 'rehearse merge FILE… --into STORE' adds them.")
  }

  /// The parts of some candidates that the call compares are all missing.
  static func absent(_ candidates: [String], from experiment: Experiment) -> Refusal {
    let names = candidates.map { "'\($0)'" }.joined(separator: ", ")
    return incomparable(
      "\(experiment.name): no part of \(names) is there, so nothing is decided. Make what is missing "
        + "(--part K/N), and merge it.")
  }

  static func incomplete(_ experiment: Experiment, _ missing: String) -> Refusal {
    if let partition = experiment.partition, let taken = partition.undecidedAfter,
      let next = partition.analyses.first(where: { $0 > taken })
    {
      return incomparable(
        "\(experiment.name): the first \(taken) of \(partition.count) parts don't settle it, and \(missing), "
          + "so nothing is decided. Make the parts up to \(next) (--part K/\(partition.count)), and merge them."
      )
    }
    return incomparable(
      "\(experiment.name): \(missing), so nothing is decided. Make what is missing (--part K/N), and "
        + "merge it.")
  }
}
