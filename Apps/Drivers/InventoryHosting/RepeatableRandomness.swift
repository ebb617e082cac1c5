import CSodium
import SeededRandom
import Synchronization

/// Random numbers for libsodium that are the same in every run, for repeatable measurement; never
/// for an app in use, whose keys and tokens could be guessed.
///
/// The server finds sessions by their random token. How far a hash table searches depends on the
/// token's bits, and so does which of its functions are called and, the first time, linked: with the
/// system's numbers the instructions of a few log-ins differed by up to 12 millionths from run to
/// run. Two builds are to do the same work.
package enum RepeatableRandomness {
  private static let generator = Mutex(SplitMix64(seed: 0))

  /// Has libsodium draw from a generator with this seed from here on. To be called before anything
  /// of the app, because libsodium takes the source that is set when it is first used.
  package static func begin(seed: UInt64) {
    generator.withLock { $0 = SplitMix64(seed: seed) }
    // Kept by libsodium until the process ends.
    let source = UnsafeMutablePointer<randombytes_implementation>.allocate(capacity: 1)
    source.initialize(
      to: randombytes_implementation(
        implementation_name: {
          UnsafeRawPointer(RepeatableRandomness.name.utf8Start)
            .assumingMemoryBound(to: CChar.self)
        },
        random: { UInt32(truncatingIfNeeded: RepeatableRandomness.next()) }, stir: nil,
        uniform: nil, buf: { RepeatableRandomness.fill($0, $1) }, close: nil))
    randombytes_set_implementation(source)
  }

  private static let name: StaticString = "repeatable"

  private static func next() -> UInt64 { generator.withLock { $0.next() } }

  private static func fill(_ buffer: UnsafeMutableRawPointer?, _ size: Int) {
    let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    for index in bytes.indices { bytes[index] = UInt8(next() >> 56) }
  }
}
