import Glibc
import SecretKeeping
import Testing

@testable import Inventory

@Suite("Error texts")
struct ErrorTextTests {
  @Test("A text too long for a QR code is refused by the printer")
  func tooLongForCode() {
    let text = String(repeating: "x", count: 4000)
    #expect(
      refusal { () throws(InventoryError) in try QRCodePrinter().print(text: text) }
        == "Cannot print the QR code \(text): Numerical result out of range.")
  }

  @Test("A picture larger than cairo draws is refused")
  func tooLargeForCairo() {
    #expect(
      refusal { () throws(InventoryError) in
        try InventoryFixture.picture(width: 40_000, height: 10)
      }
        == "Cannot resize the picture: invalid value (typically too big) for the size of the "
        + "input (surface, pattern, etc.).")
  }

  @Test(
    "Failures that no test can cause are worded like the others",
    arguments: [
      (
        InventoryError.cryptographyFailed(operation: "hash a password"),
        "Cannot hash a password: libsodium failed, most likely for want of memory."
      ),
      (
        .storeFailed(path: "x.sqlite", reason: "database or disk is full"),
        "Cannot use the inventory x.sqlite: database or disk is full."
      ),
      (
        .keychain(.file(.failed(path: "keys", operation: "write", errno: ENOSPC))),
        "Cannot write the keychain file keys: No space left on device."
      ),
      (
        .sessionExpired(.add(device: "Drone"), user: "bob"),
        "Cannot add device Drone: the session of bob has expired; connect again."
      ),
      (
        .sessionUnknown(.list(.notAvailable)),
        "Cannot list the devices that are not available: the session has ended; connect again."
      ),
      (
        .unknownServer(name: "local", known: []),
        "Cannot connect to local: no such server; known are none."
      ),
    ])
  func wording(error: InventoryError, text: String) {
    #expect(error.description == text)
  }

  @Test("A damaged hash is reported as a failure, not as a wrong password")
  func damagedHash() {
    let hash = PasswordHash(encoded: "$argon2id$v=19$m=19456,t=2,p=1$damaged")
    #expect(throws: InventoryError.cryptographyFailed(operation: "check a password")) {
      try hash.matches("secret")
    }
  }
}
