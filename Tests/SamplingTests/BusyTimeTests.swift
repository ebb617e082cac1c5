import Recording
import Testing

@testable import Sampling

@Suite struct BusyTimeTests {
  private func sample(_ time: Int64, busy: Int64) -> Sample {
    Sample(time: time, resident: 1, anonymous: 1, cpu: 0, machineBusy: busy, machineAvailable: 1)
  }

  private func machine(_ time: Int64, busy: Int64, isNew: Bool = false) -> MachineCounters {
    MachineCounters(time: time, busy: busy, available: 1, isNew: isNew)
  }

  @Test func `the machine's busy time is interpolated between two readings`() {
    var busy = BusyTime()
    let first = machine(0, busy: 100)
    #expect(
      busy.complete(sample(1, busy: 100), machine(0, busy: 100, isNew: true))
        == [sample(1, busy: 100)])
    #expect(busy.complete(sample(10, busy: 100), first) == [])
    #expect(busy.complete(sample(30, busy: 100), first) == [])
    #expect(
      busy.complete(sample(41, busy: 180), machine(40, busy: 180, isNew: true))
        == [sample(10, busy: 120), sample(30, busy: 160), sample(41, busy: 180)])
  }

  @Test func `another reader's reading of the machine is an end of the interpolation, too`() {
    var busy = BusyTime()
    _ = busy.complete(sample(0, busy: 100), machine(0, busy: 100, isNew: true))
    _ = busy.complete(sample(10, busy: 100), machine(0, busy: 100))
    // Between these two another read the machine, at 20.
    #expect(
      busy.complete(sample(30, busy: 140), machine(20, busy: 140)) == [sample(10, busy: 120)])
    #expect(busy.finish(machine(40, busy: 150)) == [sample(30, busy: 145)])
  }

  @Test func `samples that wait at the end are completed by a last reading, which adds no sample`()
  {
    var busy = BusyTime()
    _ = busy.complete(sample(0, busy: 100), machine(0, busy: 100, isNew: true))
    _ = busy.complete(sample(10, busy: 100), machine(0, busy: 100))
    #expect(busy.finish(machine(20, busy: 130)) == [sample(10, busy: 115)])
    #expect(busy.finish(machine(30, busy: 140)) == [])
  }

  @Test func `before the first reading no sample waits`() {
    var busy = BusyTime()
    #expect(busy.finish(machine(20, busy: 130)) == [])
  }
}
