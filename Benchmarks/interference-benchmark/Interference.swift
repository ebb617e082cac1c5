import Glibc
import Recording
import Sampling
import Statistics

/// How much slower a target is while it is sampled, in pairs of blocks: one sampled, one not.
///
/// The two of a pair follow each other at once, in random order, and pairs of all targets and rates
/// take turns: what the machine does meanwhile hits all alike. A pair of which neither block is
/// sampled shows what difference comes of nothing.
struct Interference {
  private struct Cell: Hashable {
    let kind: Target.Work
    let rate: Rate
  }

  private var off: [Cell: [Block]] = [:]
  private var on: [Cell: [Block]] = [:]

  /// Makes pairs of blocks of each target at each rate.
  mutating func round(_ targets: [Target]) throws {
    for target in targets.shuffled() {
      let rates = Rate.allCases.flatMap { Array(repeating: $0, count: $0.pairsPerRound) }
      for rate in rates.shuffled() {
        let cell = Cell(kind: target.kind, rate: rate)
        for isOn in [false, true].shuffled() {
          let block = try Self.block(of: target, at: rate, isSampled: isOn)
          if isOn {
            on[cell, default: []].append(block)
          } else {
            off[cell, default: []].append(block)
          }
        }
      }
    }
  }

  /// The shortest block, ns.
  private static let shortest: Int64 = 50_000_000

  /// A block lasts a whole number of samples' distances and begins amid two, so that it has as many
  /// samples as its length is worth.
  private static func block(
    of target: Target, at rate: Rate, isSampled: Bool
  ) throws -> Block {
    let interval = rate.interval ?? shortest
    let length = max(interval, shortest)
    let sampler =
      try isSampled
      ? rate.sampling.map {
        TimelineSampler(
          try TreeReader(pids: [target.pid], epoch: MonotonicClock.now, group: target.group), at: $0
        )
      } : nil
    usleep(UInt32(interval / 2000))
    let block = try target.work(nanoseconds: length)
    // A sampler that gets no CPU leaves samples out, but never the first.
    if let timeline = try sampler?.stop(adding: []), timeline.samples.isEmpty {
      throw NoSample(kind: target.kind)
    }
    return block
  }

  /// Sampled through not sampled, for one target at one rate.
  func ratio(
    of kind: Target.Work, at rate: Rate, by speed: (Block) -> Double
  ) throws -> Estimate {
    let cell = Cell(kind: kind, rate: rate)
    return try PairedRatio(
      baseline: Distribution(off[cell, default: []].map(speed)),
      candidate: Distribution(on[cell, default: []].map(speed))
    ).logRatio.ratio()
  }
}

/// The sampler took none, so nothing was measured.
struct NoSample: Error, CustomStringConvertible {
  let kind: Target.Work
  var description: String { "no sample was taken of a block of '\(kind.rawValue)'" }
}
