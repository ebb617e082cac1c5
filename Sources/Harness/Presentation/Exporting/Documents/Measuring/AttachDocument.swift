import DriverProtocol
import Experimenting
import Foundation
import Metrics
import Recording
import Sampling

/// Watched processes as JSON; measurements in base units.
public struct AttachDocument: Encodable {
  let pids: [Int32]
  let name: String
  let ending: AttachSession.Ending
  let startedAt: Date
  let samples: Int
  let measurements: [String: Double]
  let meanCPU: Double?
  let circumstances: RunCircumstances
  let processes: [Process]
  let notes: [String]

  /// One process: CPU time while it was watched, ns, and its greatest resident set, bytes.
  struct Process: Encodable {
    let pid: Int32
    let parent: Int32
    let name: String
    let cpu: Int64
    let peakMemory: Bytes?
  }

  /// The document of what was seen.
  public init(_ attached: AttachedProcesses, pids: [Int32]) {
    let (result, run) = (attached.result, attached.run)
    self.pids = pids
    name = run.story
    ending = result.ending
    startedAt = result.startedAt
    samples = result.timeline.samples.count
    measurements = Dictionary(uniqueKeysWithValues: run.measurements.map { ($0.key.id, $0.value) })
    meanCPU = run.meanCPU
    circumstances = run.circumstances
    processes = result.processes.map {
      Process(
        pid: $0.pid, parent: $0.parent, name: $0.name, cpu: $0.cost.cpu.nanoseconds,
        peakMemory: $0.cost.peakMemory)
    }
    notes = attached.notes
  }
}
