import Foundation
import Recording

extension Run {
  /// A run that begins now, as it was planned.
  init(_ planned: PlannedRun) {
    self.init(
      kind: planned.kind, build: planned.build, story: planned.story, round: planned.round,
      layout: planned.layout, position: planned.position, pid: nil, startedAt: Date(),
      ending: .passed, steps: [], timeline: .empty, measurements: [:])
  }

  /// Makes the figures of a run that is over from what it recorded; one that failed has none.
  /// - Parameters:
  ///   - machineMemory: all memory of the machine, bytes.
  ///   - leftBehind: how many processes outlived the driver that started them.
  mutating func takeMeasurements(machineMemory: Int64, leftBehind: Int) {
    let ownSteps = steps.filter { $0.story == story }
    peaksAreOfSteps = ownSteps.allSatisfy(\.outside.peakIsOfStep)
    guard passed else { return }
    let figures = RunMeasurements(
      kind: kind, steps: ownSteps, timeline: timeline, machineMemory: machineMemory,
      leftBehind: leftBehind)
    peakIsBatched = figures.anonymousPeak?.isBatched ?? false
    measurements = figures.values
  }
}
