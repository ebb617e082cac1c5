/// How exact a metric's value is for one run, in kind; ``FigureOrigin/bound`` says how far off it can
/// be.
public enum Exactness: String, Sendable, Hashable, Codable {
  /// Read from a counter that misses nothing, at the step's boundaries.
  case exact
  /// Read from a kernel counter that is kept for each CPU and summed in batches: right to about
  /// half a megabyte, never to the page.
  case exactToCounterBatch = "exact-to-counter-batch"
  /// Read at the sampler's clock and at step boundaries: what happens between two readings is
  /// not seen.
  case sampled
  /// Exact where a control group counted it; without one, what a process used after its last sample
  /// is known from its parent's counters only, which go by ticks.
  case exactInGroup = "exact-in-control-group"
  /// Worked out by the kernel from what it saw at its ticks.
  case estimated
  /// Read by somebody else, by means that are not known here.
  case imported
}

extension Exactness: CustomStringConvertible {
  /// The same in words.
  public var description: String {
    switch self {
    case .exact: "exact."
    case .exactToCounterBatch: "exact to the batches in which the kernel counts."
    case .sampled: "sampled."
    case .exactInGroup: "exact in a control group, else to the ticks of the parents' counters."
    case .estimated: "the kernel's estimate from its ticks."
    case .imported: "Measured elsewhere; how, and how exactly, the imported file does not say."
    }
  }
}
