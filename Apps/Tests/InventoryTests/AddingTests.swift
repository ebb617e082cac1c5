import AppPictures
import Testing

@testable import Inventory

@Suite("Adding devices")
struct AddingTests {
  let inventory: FilledInventory
  let client: InventoryClient

  init() throws {
    inventory = try FilledInventory()
    client = inventory.client()
    try client.connect(alice)
  }

  private func refusalToAdd(_ change: (inout NewDevice) -> Void) -> String {
    var new = NewDevice(name: "Drone", location: "Hangar 1", serialNumber: "DR-1")
    change(&new)
    return refusal { () throws(InventoryError) in try client.addDevice(new) }
  }

  @Test("US6: a device is added with all its fields, and is then listed and lent like any other")
  func adds() throws {
    let photo = try InventoryFixture.picture(width: 1600, height: 1200)
    let device = try client.addDevice(
      NewDevice(
        name: " Drone ", location: "Hangar 1", serialNumber: "DR-1", description: "Four rotors",
        picture: photo))
    #expect(device.listed.name == "Drone")
    #expect(device.unit.name == "IT")
    #expect(device.hasPicture)
    #expect(try client.device(device.id) == device)
    #expect(try client.devices(DeviceFilter(unit: "IT")).contains(device.listed))
    let picture = try #require(try client.pictures(of: [device.id]).first)
    #expect((picture.width, picture.height) == (320, 240))
    try client.lend(device.id, comment: "")
    #expect(try client.devices(.mine).map(\.id).contains(device.id))
  }

  @Test("A blank name, location or serial number is refused")
  func blankFields() {
    #expect(refusalToAdd { $0.name = " \t" } == "Cannot add device : the name is empty.")
    #expect(refusalToAdd { $0.location = "" } == "Cannot add device Drone: the location is empty.")
    #expect(
      refusalToAdd { $0.serialNumber = "\n" }
        == "Cannot add device Drone: the serial number is empty.")
  }

  @Test("A field that is too long is refused")
  func longFields() {
    #expect(
      refusalToAdd { $0.location = String(repeating: "é", count: 101) }
        == "Cannot add device Drone: the location has 202 bytes, more than 200.")
    #expect(
      refusalToAdd { $0.description = String(repeating: "x", count: 4001) }
        == "Cannot add device Drone: the description has 4001 bytes, more than 4000.")
  }

  @Test("A serial number in use is refused")
  func serialNumbers() throws {
    let first = try #require(try client.devices(.all).first)
    #expect(
      refusalToAdd { $0.serialNumber = first.serialNumber }
        == "Cannot add a device with the serial number \(first.serialNumber): "
        + "device \(DeviceCode(first.id)) (\(first.name)) has it.")
    #expect(try client.devices(.all).count == 100)
  }

  @Test("A picture that is no PNG is refused, and nothing is added")
  func badPicture() throws {
    #expect(
      refusalToAdd { $0.picture = [1, 2, 3] }
        == "Cannot read the picture as PNG: it does not begin like a PNG.")
    let png = try InventoryFixture.picture(width: 64, height: 48)
    #expect(
      refusalToAdd { $0.picture = Array(png.prefix(png.count / 2)) }
        == "Cannot read the picture as PNG: it is cut off.")
    var huge = png
    huge.replaceSubrange(16..<20, with: [0, 1, 0, 0])
    #expect(
      refusalToAdd { $0.picture = huge }
        == "Cannot use a picture of 65536x48 pixels: it is larger than 8192x8192.")
    #expect(try client.devices(.all).count == 100)
  }

  @Test("Devices added at the same time get different ids")
  func ids() async throws {
    let ids = try await withThrowingTaskGroup(of: DeviceID.self) { group in
      for number in 0..<20 {
        group.addTask {
          try client.addDevice(
            NewDevice(name: "Drone", location: "Hangar", serialNumber: "DR-\(number)")
          ).id
        }
      }
      return try await group.reduce(into: Set<DeviceID>()) { $0.insert($1) }
    }
    #expect(ids.count == 20)
  }

  @Test("A picture keeps its aspect ratio and is never enlarged")
  func pictureSizes() throws {
    func size(_ width: Int, _ height: Int) -> [Int] {
      let size = PictureSize(width: width, height: height).fitted(into: ResizedPicture.deviceLimit)
      return [size.width, size.height]
    }
    #expect(size(640, 480) == [320, 240])
    #expect(size(1000, 100) == [320, 32])
    #expect(size(100, 1000) == [24, 240])
    #expect(size(64, 48) == [64, 48])
    #expect(size(8192, 1) == [320, 1])
    for (width, height) in [(640, 480), (30, 20), (500, 900)] {
      let resized = try ResizedPicture(
        device: InventoryFixture.picture(width: width, height: height))
      #expect(try CairoSurface(png: resized.png).size == resized.size)
      #expect(resized.size.width <= 320 && resized.size.height <= 240)
    }
  }

  @Test("Pictures come in the order asked for, without the devices that have none")
  func pictures() throws {
    let pictures = try client.pictures(of: [DeviceID(2), DeviceID(1), DeviceID(99_999)])
    #expect(pictures.map(\.deviceID) == [DeviceID(1)])
    #expect((pictures[0].width, pictures[0].height) == (64, 48))
    #expect(try CairoSurface(png: pictures[0].png).size.width == 64)
  }
}
