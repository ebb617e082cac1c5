import Testing

@testable import Inventory

@Suite("QR codes")
struct CodeTests {
  private func refusalToRead(_ frame: GreyImage) -> String {
    refusal { () throws(InventoryError) in try QRCodeReader().read(frame) }
  }

  @Test("A printed code is read back from a noisy camera frame", arguments: [0, 24, 40])
  func readsBack(noise: Int) throws {
    for number: Int64 in [1, 123, 999_999, 1_234_567] {
      let code = DeviceCode(DeviceID(number))
      let frame = try CameraFrame.showing(
        QRCodePrinter().print(code), noise: noise, seed: UInt64(number))
      #expect((frame.width, frame.height) == (1280, 960))
      #expect(try QRCodeReader().read(frame.insideScanRectangle()) == code)
    }
  }

  @Test("A code of six digits is printed as 21 modules and a quiet zone")
  func printedSize() throws {
    let image = try QRCodePrinter(moduleSize: 8).print(DeviceCode(DeviceID(123)))
    #expect((image.width, image.height) == (232, 232))
    #expect(image.pixels[0] == 255)
    #expect(image.pixels[32 * 232 + 32] == 0)
  }

  @Test("A frame without a code, or with a foreign one, is refused")
  func otherFrames() throws {
    #expect(
      refusalToRead(try CameraFrame.showing(seed: 3))
        == "Cannot read a QR code: the rectangle of 1280x960 pixels shows none.")
    let foreign = try CameraFrame.showing(
      QRCodePrinter().print(text: "https://example.org"), seed: 4)
    #expect(
      refusalToRead(foreign)
        == "Cannot read the QR code: \"https://example.org\" is not the code of a device.")
  }

  @Test("Several devices' codes are refused, and a foreign code beside a device's is ignored")
  func severalCodes() throws {
    func frame(_ texts: [String]) throws -> GreyImage {
      var pixels: [UInt8] = []
      var width = 0
      for text in texts {
        let image = try QRCodePrinter().print(text: text)
        width = image.width
        pixels += image.pixels
      }
      return try GreyImage(width: width, height: pixels.count / width, pixels: pixels)
    }
    #expect(
      refusalToRead(try frame(["KMU-000002", "KMU-000001"]))
        == "Cannot read a QR code: the rectangle shows several, KMU-000001, KMU-000002.")
    #expect(
      try QRCodeReader().read(frame(["KMU-000002", "elsewhere!"])) == DeviceCode(DeviceID(2)))
  }

  @Test("A device has one code, and only its exact text is accepted")
  func codeTexts() throws {
    #expect(DeviceCode(DeviceID(123)).description == "KMU-000123")
    #expect(try DeviceCode(text: "KMU-000123").id == DeviceID(123))
    #expect(try DeviceCode(text: "KMU-1234567").id == DeviceID(1_234_567))
    for text in ["", "KMU-", "KMU-1", "KMU-0000001", "KMU-000000", "KMU-00012x", "kmu-000123"] {
      #expect(throws: InventoryError.foreignCode(text)) { try DeviceCode(text: text) }
    }
  }

  @Test("Images with the wrong number of pixels, and labels that are too large, are refused")
  func malformedImages() {
    #expect(
      refusal { () throws(InventoryError) in try GreyImage(width: 2, height: 2, pixels: [1]) }
        == "Cannot make a grey image of 2x2 pixels from 1 bytes.")
    #expect(
      refusal { () throws(InventoryError) in try GreyImage(width: 0, height: 2, grey: 0) }
        == "Cannot make a grey image of 0x2 pixels from 0 bytes.")
    #expect(
      refusal { () throws(InventoryError) in
        try CameraFrame.showing(GreyImage(width: 2000, height: 10, grey: 0), seed: 0)
      } == "Cannot use a picture of 2000x10 pixels: it is larger than 640x640.")
  }

  @Test("Equal seeds give equal frames")
  func seededFrames() throws {
    #expect(try CameraFrame.showing(seed: 1) == CameraFrame.showing(seed: 1))
    #expect(try CameraFrame.showing(seed: 1) != CameraFrame.showing(seed: 2))
  }
}
