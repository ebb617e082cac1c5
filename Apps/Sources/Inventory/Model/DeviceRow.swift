/// A row of the device list as it is on the screen, with its picture (fig. 7, p. 33).
public struct DeviceRow: Hashable, Sendable {
  /// The line of the list.
  public let device: ListedDevice
  /// The device's picture; nil where it has none.
  public let picture: DevicePicture?
}

/// The colour of the frame around a row's picture (fig. 7, p. 33).
public enum FrameColour: String, CaseIterable, Sendable {
  /// The device is available.
  case green
  /// The user who looks at it has borrowed it.
  case orange
  /// Another user has it: it can be neither borrowed nor returned.
  case red
}

extension LendingState {
  /// The colour that stands for the state.
  public var frame: FrameColour {
    switch self {
    case .available: .green
    case .lentByMe: .orange
    case .lentByAnother: .red
    }
  }
}
