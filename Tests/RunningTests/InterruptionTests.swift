import Running
import Testing

struct InterruptionTests {
  /// Far longer than a thread takes to begin.
  private static let patience: Int32 = 60_000

  @Test func `one that ends at a point in time is raised by it, and the one before it is not`()
    throws
  {
    let user = try Interruption()
    let ending = try user.ending(at: .now - .seconds(1))
    #expect(ending.isRaised(withinMilliseconds: Self.patience))
    #expect(!user.isRaised)
  }

  @Test func `it is raised by the one before it, too`() throws {
    let user = try Interruption()
    let ending = try user.ending(at: .now + .seconds(100_000_000))
    #expect(!ending.isRaised)
    user.raise()
    #expect(ending.isRaised(withinMilliseconds: Self.patience))
  }
}
