import Recording
import Running

/// How often the stories of one build run alone, by what the runs are for.
struct LonePlan {
  /// For all figures.
  var solo: Int
  /// For anonymous memory, without address randomisation.
  var memory: Int
  /// For the number of instructions.
  var counted: Int
  /// What counts them; nil where nothing does.
  let counting: InstructionCounting?
  /// What the order is made from.
  var seed: UInt64

  /// The runs in order; those that measure first.
  func runs(stories: [String], build: String) -> RunPlan? {
    let kinds: [(RunKind, Int)] = [(.solo, solo), (.fixedAddresses, memory), (.counted, counted)]
    let plans = kinds.filter { $0.1 > 0 }.map { kind, rounds in
      RunPlan(kind: kind, stories: stories, builds: [build], rounds: rounds, seed: seed)
    }
    return plans.dropFirst().reduce(plans.first) { $0?.followed(by: $1) }
  }
}
