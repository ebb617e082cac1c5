import Recording
import Testing

@testable import Sampling

@Suite struct BusyTimeTests {
  private func sample(_ time: Int64, busy: Int64) -> Sample {
    Sample(time: time, resident: 1, anonymous: 1, cpu: 0, machineBusy: busy, machineAvailable: 1)
  }

  @Test func `between two readings of the machine its busy time lies on a line`() {
    var busy = BusyTime()
    #expect(busy.complete(sample(0, busy: 100), isRead: true) == [sample(0, busy: 100)])
    #expect(busy.complete(sample(10, busy: 100), isRead: false) == [])
    #expect(busy.complete(sample(30, busy: 100), isRead: false) == [])
    #expect(
      busy.complete(sample(40, busy: 180), isRead: true)
        == [sample(10, busy: 120), sample(30, busy: 160), sample(40, busy: 180)])
  }

  @Test func `what waits at the end is filled in by a last reading, which is no sample`() {
    var busy = BusyTime()
    _ = busy.complete(sample(0, busy: 100), isRead: true)
    _ = busy.complete(sample(10, busy: 100), isRead: false)
    #expect(busy.finish(time: 20, busy: 130) == [sample(10, busy: 115)])
    #expect(busy.finish(time: 30, busy: 140) == [])
  }

  @Test func `a last reading at the time of the first leaves samples as they are`() {
    var busy = BusyTime()
    _ = busy.complete(sample(10, busy: 100), isRead: true)
    _ = busy.complete(sample(10, busy: 100), isRead: false)
    #expect(busy.finish(time: 10, busy: 130) == [sample(10, busy: 100)])
  }
}
