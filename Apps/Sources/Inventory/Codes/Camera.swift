import Synchronization

/// The device's camera, which one capture at a time has (block 6, p. 30).
public final class Camera: Sendable {
  private let isInUse = Atomic(false)

  /// A camera that nobody uses.
  public init() {}

  /// Opens the camera to find a device's code. The observer is told what each frame shows: the
  /// code, once, which ends the capture, or why there is none. It is the source's observer pattern
  /// (3.5.2, p. 31).
  /// - Throws: ``InventoryError/cameraInUse`` until the capture before this has ended.
  public func capture(
    observer: @escaping @Sendable (Result<DeviceCode, InventoryError>) -> Void
  ) throws(InventoryError) -> Capture {
    guard !isInUse.exchange(true, ordering: .acquiringAndReleasing) else { throw .cameraInUse }
    return Capture(camera: self, observer: observer)
  }

  fileprivate func close() {
    isInUse.store(false, ordering: .releasing)
  }
}

/// A look through the camera for one code; it ends when it has been read, or by ``end()``.
public final class Capture: Sendable {
  private let camera: Camera
  private let observer: @Sendable (Result<DeviceCode, InventoryError>) -> Void
  private let hasEnded = Atomic(false)

  fileprivate init(
    camera: Camera, observer: @escaping @Sendable (Result<DeviceCode, InventoryError>) -> Void
  ) {
    self.camera = camera
    self.observer = observer
  }

  deinit {
    end()
  }

  /// Takes a frame of the preview and tells the observer what its rectangle shows. After the end
  /// nothing is told any more.
  public func take(_ frame: GreyImage) {
    guard !hasEnded.load(ordering: .acquiring) else { return }
    do throws(InventoryError) {
      let code = try QRCodeReader().read(frame.insideScanRectangle())
      // Of two frames that show it at the same time one counts.
      if end() { observer(.success(code)) }
    } catch {
      observer(.failure(error))
    }
  }

  /// Ends the capture, so that another may begin.
  /// - Returns: false when it had ended before.
  @discardableResult
  public func end() -> Bool {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    camera.close()
    return true
  }
}
