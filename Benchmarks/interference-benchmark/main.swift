// What sampling does to what is sampled, and what it takes itself.
//
//   swift build -c release --product interference-benchmark
//   swift build -c release --product interference-target
//   .build/release/interference-benchmark [ROUNDS [SECONDS]]
//
// In every round each target works in pairs of blocks at each rate, one sampled, one not: ten at the
// usual rate, five without sampling, one at each other. SECONDS is how long the sampler's own CPU
// time is taken in each case: of less than 8 the first second, which is sampled in full, makes up too
// much. The sampler is the one of `run`, `measure` and `attach`.

import Foundation
import Glibc

let arguments = CommandLine.arguments.dropFirst()
let rounds = arguments.first.flatMap { Int($0) } ?? 100
let seconds = arguments.dropFirst().first.flatMap { Double($0) } ?? 8

do {
  let targets = try Target.Work.allCases.map(Target.init)
  defer { targets.forEach { $0.end() } }

  print(
    "\(rounds) rounds, of ten pairs of blocks at the usual rate; \(seconds) s a case for the sampler's CPU time"
  )
  var interference = Interference()
  for _ in 0..<rounds { try interference.round(targets) }
  try Table.print(interference)

  print(
    "sampling", "Target", "Change of speed while sampled, %", "from", "to",
    "Neither is sampled, %", "from that", "to that", separator: "\t")
  for kind in Target.Work.allCases {
    let cells = try [Rate.usual, .none].flatMap { rate in
      Table.percents(try interference.ratio(of: kind, at: rate, by: \.speed))
    }
    print((["sampling", kind.title] + cells).joined(separator: "\t"))
  }

  let length = Int64(seconds * 1e9)
  let costs =
    try targets.flatMap { target in
      try Rate.allCases.compactMap { rate in
        try rate.sampling.map { sampling in
          (
            kind: target.kind, rate: rate,
            run: try SamplerCost(
              of: target, rate: sampling, group: target.group, nanoseconds: length),
            attach: try SamplerCost(of: target, rate: sampling, group: nil, nanoseconds: length)
          )
        }
      }
    }
  Table.print(costs)
  let shares = costs.filter { $0.rate == .usual }.flatMap { [$0.run.share, $0.attach.share] }
  print(
    "sampling", "the sampler's share of one CPU, at most",
    String(format: "%.2f", shares.max() ?? .nan), "", "", "", "", "", separator: "\t")
} catch {
  // Not fputs: `stderr` is a mutable global to Swift.
  let text = Array("interference-benchmark: \(error)\n".utf8)
  _ = write(STDERR_FILENO, text, text.count)
  exit(1)
}
