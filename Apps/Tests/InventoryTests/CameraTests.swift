import Synchronization
import Testing

@testable import Inventory

@Suite("Camera")
struct CameraTests {
  private func label(_ number: Int64) throws -> GreyImage {
    try QRCodePrinter().print(DeviceCode(DeviceID(number)))
  }

  /// What the observer of a capture is told of the frames.
  private func told(_ frames: [GreyImage]) throws -> [Result<DeviceCode, InventoryError>] {
    let told = Told()
    let capture = try Camera().capture(observer: told.take)
    for frame in frames { capture.take(frame) }
    return told.results
  }

  @Test("The rectangle is the square in the middle, two thirds of the shorter side wide")
  func rectangle() throws {
    let rectangle = ScanRectangle(width: 1280, height: 960)
    #expect((rectangle.left, rectangle.top, rectangle.side) == (320, 160, 640))
    #expect(ScanRectangle(width: 1, height: 1).side == 1)
    let frame = try GreyImage(width: 6, height: 3, pixels: Array(0..<18))
    #expect(try frame.insideScanRectangle().pixels == [2, 3, 8, 9])
  }

  @Test("A code outside of the rectangle does not count, with or without another code inside")
  func outside() throws {
    let none = InventoryError.noCodeInRectangle(width: 640, height: 640)
    let two = try label(2)
    for seed: UInt64 in 1...5 {
      #expect(
        try told([CameraFrame.showing(outside: two, seed: seed)]) == [.failure(none)])
      #expect(
        try told([CameraFrame.showing(label(1), outside: two, seed: seed)])
          == [.success(DeviceCode(DeviceID(1)))])
    }
    #expect(
      none.description == "Cannot read a QR code: the rectangle of 640x640 pixels shows none.")
  }

  @Test("A code across the rectangle's edge does not count, though the frame shows all of it")
  func acrossTheEdge() throws {
    var frame = try GreyImage(width: 1280, height: 960, grey: 150)
    frame.draw(try label(1), left: 320 - 116, top: 400)
    #expect(try QRCodeReader().read(frame) == DeviceCode(DeviceID(1)))
    #expect(
      try told([frame])
        == [.failure(InventoryError.noCodeInRectangle(width: 640, height: 640))])
  }

  @Test("The observer hears why a frame gives no code, then one code, and then nothing")
  func observer() throws {
    let empty = try CameraFrame.showing(seed: 1)
    let one = try CameraFrame.showing(label(1), noise: 0, seed: 2)
    let two = try CameraFrame.showing(label(2), noise: 0, seed: 3)
    let foreign = try CameraFrame.showing(
      QRCodePrinter().print(text: "elsewhere!"), noise: 0, seed: 4)
    #expect(
      try told([empty, foreign, one, two, one])
        == [
          .failure(.noCodeInRectangle(width: 640, height: 640)),
          .failure(.foreignCode("elsewhere!")), .success(DeviceCode(DeviceID(1))),
        ])
  }

  @Test("Only one capture runs at a time, until it reads a code, is ended or dropped")
  func oneAtATime() throws {
    let camera = Camera()
    func refusalToOpen() -> String {
      refusal { () throws(InventoryError) in try camera.capture { _ in }.end() }
    }
    let inUse = "Cannot open the camera: it is in use already."
    let first = try camera.capture { _ in }
    #expect(refusalToOpen() == inUse)
    first.take(try CameraFrame.showing(seed: 1))
    #expect(refusalToOpen() == inUse)
    first.take(try CameraFrame.showing(label(1), noise: 0, seed: 2))
    #expect(refusalToOpen() == "")

    let second = try camera.capture { _ in }
    // The end of an old capture is not the end of the one that has the camera now.
    #expect(!first.end())
    #expect(refusalToOpen() == inUse)
    #expect(second.end())
    #expect(refusalToOpen() == "")

    do { _ = try camera.capture { _ in } }
    #expect(refusalToOpen() == "")
  }

  @Test("If many open the camera at once, one gets it, and many frames give one code")
  func atOnce() async throws {
    let camera = Camera()
    let captures = await withTaskGroup(of: Capture?.self) { group in
      for _ in 0..<20 { group.addTask { try? camera.capture { _ in } } }
      return await group.reduce(into: [Capture]()) { if let capture = $1 { $0.append(capture) } }
    }
    #expect(captures.count == 1)
    captures.first?.end()

    let told = Told()
    let capture = try camera.capture(observer: told.take)
    let frame = try CameraFrame.showing(label(1), noise: 0, seed: 1)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { capture.take(frame) } }
    }
    #expect(told.results == [.success(DeviceCode(DeviceID(1)))])
  }
}

/// An observer that writes down what it is told.
private final class Told: Sendable {
  private let list = Mutex<[Result<DeviceCode, InventoryError>]>([])

  var results: [Result<DeviceCode, InventoryError>] { list.withLock { $0 } }

  @Sendable func take(_ result: Result<DeviceCode, InventoryError>) {
    list.withLock { $0.append(result) }
  }
}
