// Fills a store with an experiment as large as a year of nightly runs leaves, for
// report-benchmark.py.
//
//   report-benchmark STORE [RUNS [SAMPLES [STORIES]]]
//
// 10 stories by default, on 2 builds; all measurements are drawn, by a fixed seed.

import Foundation
import Metrics
import Recording
import SeededRandom
import Store

let arguments = Array(CommandLine.arguments.dropFirst())
guard let path = arguments.first else {
  FileHandle.standardError.write(Data("report-benchmark STORE [RUNS [SAMPLES [STORIES]]]\n".utf8))
  exit(64)
}
let runs = arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
let samples = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1000
let stories = arguments.dropFirst(3).first.flatMap { Int($0) } ?? 10

do {
  var drawn = DrawnRuns(stories: stories, builds: 2, samples: samples)
  let store = try ResultStore(path: path)
  let (experiment, claim) = try store.begin(drawn.experiment(runs: runs))
  defer { withExtendedLifetime(claim) {} }
  let number = experiment.number ?? 0
  for position in 1...runs { try store.add([drawn.run(at: position)], to: number) }
  try store.complete(number, at: Date())
} catch {
  FileHandle.standardError.write(Data("report-benchmark: \(error)\n".utf8))
  exit(1)
}
