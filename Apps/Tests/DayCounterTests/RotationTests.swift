import AppStorage
import Testing

@testable import DayCounter

@Suite struct RotationTests {
  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  @Test(arguments: [
    (3, 0, 0), (3, 2_999, 0), (3, 3_000, 1), (3, 8_900, 2), (3, 9_000, 0), (1, 9_000, 0),
    (2, 3_600_000, 0), (2, 3_603_000, 1), (3, -1, 0), (3, Int64.min, 0),
  ])
  func `each thing is shown for three seconds`(count: Int, milliseconds: Int64, position: Int) {
    let rotation = Rotation(at: time(0))
    #expect(rotation.position(at: time(milliseconds), of: count) == position)
  }

  @Test func `without things nothing is shown`() {
    var rotation = Rotation(at: time(0))
    #expect(rotation.position(at: time(0), of: 0) == nil)
    rotation.swipe(.right, at: time(0), of: 0)
    #expect(rotation.position(at: time(0), of: 2) == 0)
  }

  @Test func `swiping right shows the next thing, left the previous, around the ends`() {
    var rotation = Rotation(at: time(0))
    rotation.swipe(.left, at: time(0), of: 3)
    #expect(rotation.position(at: time(0), of: 3) == 2)
    rotation.swipe(.right, at: time(0), of: 3)
    #expect(rotation.position(at: time(0), of: 3) == 0)
    rotation.swipe(.right, at: time(0), of: 3)
    #expect(rotation.position(at: time(0), of: 3) == 1)
  }

  @Test func `a swipe restarts the three seconds`() {
    var rotation = Rotation(at: time(0))
    rotation.swipe(.right, at: time(2_900), of: 3)
    #expect(rotation.position(at: time(5_899), of: 3) == 1)
    #expect(rotation.position(at: time(5_900), of: 3) == 2)
  }

  @Test func `the rotation shows a thing even after the largest leap of the clock`() {
    #expect(Rotation(at: time(.min)).position(at: time(.max), of: 3) == 0)
    // 2^63 - 1 milliseconds are 3,074,457,345,618,258 turns.
    #expect(Rotation(at: time(0)).position(at: time(.max), of: 7) == 3_074_457_345_618_258 % 7)
  }
}
