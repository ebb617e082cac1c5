import DriverKit
import Inventory

/// The list on the screen: which devices it shows, and how far the user has come in it.
struct ListScreen {
  /// A device's state to the user, in the words of scenarios.
  enum State: String, CaseIterable {
    case available, mine, another

    init(_ state: LendingState) {
      switch state {
      case .available: self = .available
      case .lentByMe: self = .mine
      case .lentByAnother: self = .another
      }
    }
  }

  private(set) var devices: [ListedDevice] = []
  /// The place after the device that was looked at last.
  private var looked = 0
  /// The first row that has not been on the screen.
  private var scrolled = 0

  /// Shows another list from its beginning.
  mutating func show(_ devices: [ListedDevice]) { self = ListScreen(devices: devices) }

  /// The device that the user takes next: the one an argument names, or the first on the screen
  /// that is in the state, which is then gone from the screen.
  mutating func take(_ state: State, _ arguments: Arguments) throws -> DeviceID {
    if let id = try Self.named(arguments) { return id }
    guard let place = place(of: state, in: devices.indices) else {
      throw NothingOnScreen(state: state)
    }
    return devices.remove(at: place).id
  }

  /// The device that the user looks at next: the one an argument names, or the next on the screen
  /// that is in the state; after the last comes the first.
  mutating func look(_ arguments: Arguments) throws -> DeviceID {
    if let id = try Self.named(arguments) { return id }
    let state = try arguments.choice("of", of: State.self)
    guard
      let place = place(of: state, in: looked..<devices.count)
        ?? place(of: state, in: devices.indices)
    else { throw NothingOnScreen(state: state) }
    looked = place + 1
    return devices[place].id
  }

  /// The next so many rows; after the last come the first.
  mutating func scroll(by rows: Int) -> ArraySlice<ListedDevice> {
    if scrolled >= devices.count { scrolled = 0 }
    let visible = devices.dropFirst(scrolled).prefix(rows)
    scrolled += visible.count
    return visible
  }

  private func place(of state: State, in range: Range<Int>) -> Int? {
    devices[range].firstIndex { State($0.state) == state }
  }

  private static func named(_ arguments: Arguments) throws -> DeviceID? {
    guard arguments.names.contains("device") else { return nil }
    return DeviceID(Int64(try arguments.integer("device")))
  }
}

/// The list on the screen has no device for the step.
struct NothingOnScreen: CodedError {
  let state: ListScreen.State

  var code: String { "nothing-on-screen" }

  var description: String {
    "No device on the screen is \(state); a 'list' before this step shows some."
  }
}
