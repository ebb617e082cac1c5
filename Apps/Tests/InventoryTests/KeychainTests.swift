import Glibc
import SecretKeeping
import TestSupport
import Testing

@testable import Inventory

@Suite("Keychain")
struct KeychainTests {
  let folder: ScratchFolder
  let path: String
  let keychain: Keychain<LoginInformation>

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("keychain")
    keychain = Keychain(path: path)
  }

  private func refusalToOpen() -> String {
    refusal { () throws(KeychainError) in try keychain.login(server: "local") }
  }

  @Test("Logins are kept, replaced and forgotten, one for each server")
  func keeps() throws {
    #expect(try keychain.logins().isEmpty)
    try keychain.keep(alice)
    var other = alice
    other.server = "backup"
    try keychain.keep(other)
    other.password = "päss 世界"
    try keychain.keep(other)
    #expect(try Keychain<LoginInformation>(path: path).logins() == [other, alice])
    try keychain.forget(server: "backup")
    #expect(try keychain.logins() == [alice])
    #expect(
      refusal { () throws(KeychainError) in try keychain.login(server: "backup") }
        == "Cannot connect to backup: the keychain has no login for it.")
  }

  @Test("Only the owner can read the keychain and its key, and no other file is left")
  func modes() throws {
    try keychain.keep(alice)
    try keychain.keep(alice)
    #expect(mode(of: path) == 0o600)
    #expect(mode(of: path + ".key") == 0o600)
    #expect(folder.files == ["keychain", "keychain.key"])
  }

  @Test("The password and the user are not readable in the keychain file")
  func encrypted() throws {
    try keychain.keep(alice)
    let text = String(decoding: bytes(of: path), as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("alice"))
  }

  @Test("A keychain or key file that others may read is refused")
  func openToOthers() throws {
    try keychain.keep(alice)
    chmod(path, 0o644)
    #expect(
      refusalToOpen() == "Cannot use the keychain file \(path): its mode is 0644, not 0600.")
    chmod(path, 0o600)
    chmod(path + ".key", 0o640)
    #expect(
      refusalToOpen() == "Cannot use the keychain file \(path).key: its mode is 0640, not 0600.")
    chmod(path + ".key", 0o600)
    #expect(refusalToOpen() == "")
  }

  @Test("A keychain encrypted with another key is refused, and so are bad keys")
  func wrongKey() throws {
    try keychain.keep(alice)
    write([UInt8](repeating: 7, count: 32), to: path + ".key")
    #expect(
      refusalToOpen()
        == "Cannot open the keychain file \(path): it was closed with another key than \(path).key."
    )
    write([7], to: path + ".key")
    #expect(
      refusalToOpen()
        == "Cannot use the keychain file \(path).key: it is damaged, a key of 1 bytes, not 32.")
    unlink(path + ".key")
    let missing = "Cannot open the keychain file \(path).key: No such file or directory."
    #expect(refusalToOpen() == missing)
    #expect(refusal { () throws(KeychainError) in try keychain.keep(alice) } == missing)
  }

  @Test("A damaged keychain is refused, wherever the damage is")
  func damaged() throws {
    try keychain.keep(alice)
    let whole = bytes(of: path)
    func refusal(_ change: (inout [UInt8]) -> Void) -> String {
      var changed = whole
      change(&changed)
      write(changed, to: path)
      return refusalToOpen()
    }
    let start = "Cannot use the keychain file \(path): it is damaged, "
    #expect(refusal { $0[0] ^= 1 } == start + "it does not begin like a keychain.")
    #expect(refusal { $0.removeLast() } == start + "it is cut off.")
    #expect(refusal { $0.removeLast($0.count - 12) } == start + "it is cut off.")
    #expect(refusal { $0[$0.count - 1] ^= 1 } == start + "box 1 does not open.")
    #expect(refusal { $0[30] ^= 1 } == start + "box 1 does not open.")
    #expect(refusal { $0 += [0, 0, 0, 0] } == start + "box 2 does not open.")
    #expect(refusal { $0 = [] } == start + "it does not begin like a keychain.")
    #expect(refusal { _ in } == "")
  }

  @Test("A folder that does not exist is named")
  func noFolder() {
    let path = folder.file("nowhere/keychain")
    #expect(
      refusal { () throws(KeychainError) in try Keychain<LoginInformation>(path: path).keep(alice) }
        == "Cannot create the keychain file \(path).key: No such file or directory.")
  }

  @Test("Logins stored at the same time are all kept")
  func concurrent() async throws {
    await withTaskGroup(of: String.self) { group in
      for number in 0..<16 {
        group.addTask {
          var login = alice
          login.server = "server \(number)"
          return refusal { () throws(KeychainError) in
            try Keychain<LoginInformation>(path: path).keep(login)
          }
        }
      }
      for await text in group { #expect(text == "") }
    }
    #expect(try keychain.logins().count == 16)
  }
}
