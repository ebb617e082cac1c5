import DriverProtocol
import Metrics
import Recording
import TestSupport
import Testing

struct StepLatenciesTests {
  /// A run of a load of two requests, `list` with 1 to 1000 ns, `lend` with 1001 to 1100.
  private var run: Run {
    var step = Replay.step(of: "day")
    let places = [Int](repeating: 0, count: 1000) + [Int](repeating: 1, count: 100)
    step.latencies = StepLatencies(
      Array(1...1100), of: ["list: GET /", "lend: POST /", "none"], at: places)
    return Replay.run("day", on: "b", kind: .duet, steps: [Replay.step(of: "before"), step])
  }

  @Test func `the requests of a load follow its steps, and have latencies alone`() {
    #expect(run.stepLabels == ["list", "list: GET /", "lend: POST /", "none"])
    let whole = run.measurements(ofStep: 1)
    #expect(whole[.latencyP50] == 550 && whole[.cpuTime] == 0 && whole[.wallTime] == nil)
    #expect(
      run.measurements(ofStep: 2) == [
        .latencyP50: 500, .latencyP90: 900, .latencyP95: 950, .latencyP99: 990,
        .latencyP999: 999,
      ])
    #expect(
      run.measurements(ofStep: 3) == [
        .latencyP50: 1050, .latencyP90: 1090, .latencyP95: 1095, .latencyP99: 1099,
      ])
    for position in [0, 4, 5] { #expect(run.measurements(ofStep: position) == [:]) }
  }

  @Test func `runs that are held in between, or that count, have no latencies`() {
    var run = self.run
    run.kind = .solo
    run.arrangement = .gang(turn: 5_000_000)
    #expect(run.measurements(ofStep: 2) == [:] && run.latencies(of: run.steps[1]) == nil)
    #expect(run.measurements(ofStep: 1)[.latencyP50] == nil)
    run.arrangement = nil
    run.kind = .fixedAddresses
    #expect(run.measurements(ofStep: 2) == [:] && run.latencies(of: run.steps[1]) == nil)
  }

  @Test func `a story's percentiles are exact as long as each latency is known`() {
    var step = Replay.step(of: "day")
    (step.items, step.inside.wall) = (50, .milliseconds(250))
    step.exactLatencies = [4097, 4097, 9000]
    step.latencies = StepLatencies(step.exactLatencies, of: [], at: [])
    func values() -> [Metric: Double] {
      RunMeasurements(steps: [step], timeline: .empty, machineMemory: 0).values
    }
    #expect(values()[.latencyP50] == 4097)
    // The arrivals of users set both.
    #expect(values()[.wallTime] == nil && values()[.throughput] == nil)
    step.exactLatencies = []
    #expect(values()[.latencyP50] == 4099)
  }

  @Test func `repetitions have latencies in runs that are alone, and their story has none`() {
    var step = Replay.step(of: "list")
    step.latencies = StepLatencies(ofRepetitions: Array(1...20))
    var run = Replay.run("list", on: "b", steps: [step])
    let values = run.measurements(ofStep: 1)
    #expect(values[.latencyP50] == 10 && values[.latencyP90] == 18)
    #expect(values[.latencyP95] == 19 && values[.latencyP99] == nil)
    #expect(values[.wallTime] == 0)
    let story = RunMeasurements(steps: [step], timeline: .empty, machineMemory: 0).values
    #expect(story[.latencyP50] == nil && story[.wallTime] == 0)
    run.kind = .duet
    #expect(run.measurements(ofStep: 1)[.latencyP50] == nil)
  }
}
