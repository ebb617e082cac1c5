import SeededRandom

/// Draws who has each device, so that exactly as many are lent as the fixture says.
///
/// Selection sampling: of the devices left, the share of loans left is drawn. Source: Knuth, The
/// Art of Computer Programming 2, 3.4.2, algorithm S.
struct LendingDraw {
  private var devicesLeft: Int
  private var firstUserLeft: Int
  private var othersLeft: Int
  private let users: Int

  init(fixture: InventoryFixture) {
    devicesLeft = fixture.devices
    firstUserLeft = fixture.lentToFirstUser
    othersLeft = fixture.lentToOthers
    users = fixture.users
  }

  /// The borrower's number of the next device, or nil.
  mutating func borrower(_ random: inout SplitMix64) -> Int64? {
    let draw = random.below(max(devicesLeft, 1))
    devicesLeft -= 1
    if draw < firstUserLeft {
      firstUserLeft -= 1
      return 1
    }
    if draw < firstUserLeft + othersLeft {
      othersLeft -= 1
      return Int64(2 + random.below(users - 1))
    }
    return nil
  }
}
