import DriverKit
import Inventory
import Synchronization

extension InventorySession {
  static let scanVerbs: [Verb<InventorySession>] = [
    Verb("open-camera") { app, arguments in
      try arguments.allow([])
      return Call {
        app.capture = try app.camera.capture { _ in }
      } outcome: { _, outcome in
        outcome.fact("open", true)
      }
    },
    Verb("close-camera") { app, arguments in
      try arguments.allow([])
      return Call {
        app.capture?.end()
      } outcome: { _, outcome in
        outcome.fact("open", false)
      }
    },
  ]
}

/// What the camera sees of labels: printed, then held before it, with noise.
struct LabelFrame {
  private let inside: DeviceID?
  private let outside: DeviceID?
  private let seed: UInt64

  /// The device's label inside of the rectangle.
  init(of id: DeviceID) {
    (inside, outside, seed) = (id, nil, UInt64(bitPattern: id.number))
  }

  /// The device's label inside of the rectangle, or outside; inside, another may lie beside it.
  init(of id: DeviceID, beside arguments: Arguments, isOutside: Bool) throws {
    let other =
      arguments.names.contains("beside")
      ? DeviceID(Int64(try arguments.integer("beside"))) : nil
    inside = isOutside ? nil : id
    outside = isOutside ? id : other
    seed = UInt64(bitPattern: id.number)
  }

  func image() throws -> GreyImage {
    try CameraFrame.showing(
      inside.map(Self.label), outside: outside.map(Self.label), seed: seed)
  }

  private static func label(of id: DeviceID) throws -> GreyImage {
    try QRCodePrinter().print(DeviceCode(id))
  }
}

extension Camera {
  /// Holds one frame before the camera, and waits for what the capture's observer is told.
  func code(in frame: GreyImage) throws -> DeviceCode {
    let told = Told()
    let capture = try capture { result in told.result.withLock { $0 = result } }
    defer { capture.end() }
    capture.take(frame)
    // Each frame is told of before `take` returns.
    guard let result = told.result.withLock({ $0 }) else { throw FrameNotTold() }
    return try result.get()
  }

  /// What the observer was told last.
  private final class Told: Sendable {
    let result = Mutex<Result<DeviceCode, InventoryError>?>(nil)
  }
}

/// The observer was not told of a frame.
struct FrameNotTold: CodedError {
  let description = "The capture ended without telling what a frame shows."
}
