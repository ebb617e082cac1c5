import DriverProtocol
import Foundation
public import Metrics
public import Recording

extension Replay {
  /// A machine of two CPUs.
  public static let machine = Environment(
    kernel: "Linux 6.12", system: "Debian", architecture: "x86_64", processor: "CPU",
    processors: 2, memory: 4_294_967_296, load: 0.5)

  /// A saved baseline of these stories.
  public static func baseline(
    _ stories: [Baseline.Story] = [story("list")]
  ) -> Baseline {
    Baseline(
      scenario: "sample", fixture: ["devices": .integer(5)],
      measuredAt: Date(timeIntervalSince1970: 1_700_000_000), version: "0.1.0",
      build: BuildRecord(name: "a", recipe: "made as a"), environment: machine, stories: stories)
  }

  /// A story with measurements.
  public static func story(
    _ name: String,
    _ measurements: [RunKind: [Metric: [Double]]] = [
      .fixedAddresses: [.peakAnonymousMemory: [20_480_000, 20_480_000, 20_480_000]],
      .counted: [.instructions: [1_000_000, 1_000_000, 1_000_001]],
      .solo: [.cpuTime: [7e6, 7.5e6], .peakCPU: [38.25, 14.5]],
    ]
  ) -> Baseline.Story {
    Baseline.Story(name: name, title: name, steps: ["list"], measurements: measurements)
  }
}
