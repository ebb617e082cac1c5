import Foundation
import TestSupport
import Testing

@testable import Profiling

@Suite struct InstructionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// An instruction as `objdump` prints it.
  private struct Line {
    let address: UInt64
    let bytes: [UInt8]
    let text: Substring

    /// Nil for titles, and for two instructions in one line.
    init?(_ line: Substring) {
      let columns = line.split(separator: "\t")
      guard columns.count == 3, let address = UInt64(columns[0].filter(\.isHexDigit), radix: 16)
      else { return nil }
      self.address = address
      bytes = columns[1].split(separator: " ").compactMap { UInt8($0, radix: 16) }
      text = columns[2]
      if bytes.first == 0x9B, bytes.count > 1 { return nil }
    }

    /// The addresses that it gives for distances.
    var targets: [UInt64] {
      if text.contains("ip)"), let comment = text.split(separator: "# ").last {
        return [UInt64(comment.prefix { $0.isHexDigit }, radix: 16)].compactMap(\.self)
      }
      let words = text.split(separator: " ")
      let jump = words.firstIndex { word in
        ["j", "call", "loop", "xbegin"].contains { word.hasPrefix($0) }
      }
      guard let jump, jump + 1 < words.count else { return [] }
      return [UInt64(words[jump + 1], radix: 16)].compactMap(\.self)
    }
  }

  @Test func `instructions of the C library are as objdump reads them, AVX-512 too`() throws {
    try folder.add("main.c", "#include <stdio.h>\nint main(void) { return printf(\"%d\", 1); }\n")
    let program = folder.file("main")
    let made = try Completion.of(["cc", "-static", "-o", program, folder.file("main.c")])
    try #require(made.status == 0, "\(made.errors)")
    let printed = try Completion.of(["objdump", "-d", "-w", program]).output
    let lines = printed.split(separator: "\n").compactMap(Line.init)
    #expect(lines.count > 50_000)
    #expect(lines.contains { $0.text.contains("%zmm") })
    for line in lines {
      let instruction = try #require(Instruction(line.bytes, at: 0), "\(line.text)")
      let found = [instruction.displacement, instruction.immediate].compactMap(\.self).filter(
        \.isRelative)
      let targets = found.map { field in
        line.address &+ UInt64(instruction.length)
          &+ ProgramCode.signed(line.bytes[field.offset..<(field.offset + field.size)])
      }
      if instruction.length != line.bytes.count || targets != line.targets {
        Issue.record("\(line.bytes) \(line.text): \(instruction.length) bytes, \(targets)")
      }
    }
  }

  @Test(
    arguments: [
      // add $0x10001,%eax; cmp $0xffff,%eax
      ([0x05, 0x01, 0x00, 0x01, 0x00], 5, nil, 1..<5),
      ([0x3D, 0xFF, 0xFF, 0x00, 0x00], 5, nil, 1..<5),
      // movl $7,0x10(%rip); movw $7,8(%rax,%rcx); movabs $1,%rax; enter $8,$1
      ([0xC7, 0x05, 0x10, 0, 0, 0, 7, 0, 0, 0], 10, 2..<6, 6..<10),
      ([0x66, 0xC7, 0x44, 0x08, 8, 7, 0], 7, 4..<5, 5..<7),
      ([0x48, 0xB8, 1, 0, 0, 0, 0, 0, 0, 0], 10, nil, 2..<10),
      ([0xC8, 8, 0, 1], 4, nil, 1..<4),
      // vzeroupper; vpternlogq $0xff,%zmm0,%zmm0,%zmm0
      ([0xC5, 0xF8, 0x77], 3, nil, nil),
      ([0x62, 0xF3, 0xFD, 0x48, 0x25, 0xC0, 0xFF], 7, nil, 6..<7),
    ] as [([UInt8], Int, Range<Int>?, Range<Int>?)])
  func `numbers are found where they are`(
    _ code: [UInt8], _ length: Int, _ displacement: Range<Int>?, _ immediate: Range<Int>?
  ) throws {
    let instruction = try #require(Instruction([0x90] + code + [0xC3], at: 1))
    #expect(instruction.length == length)
    func range(_ field: Instruction.Field?) -> Range<Int>? {
      field.map { $0.offset..<($0.offset + $0.size) }
    }
    #expect(range(instruction.displacement) == displacement)
    #expect(range(instruction.immediate) == immediate)
  }

  @Test(
    arguments: [
      [], [0x48], [0xE8, 1, 2, 3], [0x8B, 0x04], [0x06], [0x62, 0xF4, 0x7C, 0x08, 0xFF, 0xC0],
      [0xD5, 0, 0x90],
    ] as [[UInt8]])
  func `what is cut off or not known is no instruction`(_ code: [UInt8]) {
    #expect(Instruction(code, at: 0) == nil)
  }

  @Test(
    arguments: [
      // vpaddd zmm, sha256rnds2, sha1rnds4, gf2p8mulb; vaesenc and vpclmulqdq of 256 bits.
      ([0x62, 0xF1, 0x75, 0x48, 0xFE, 0xC2], true), ([0x0F, 0x38, 0xCB, 0xCA], true),
      ([0x0F, 0x3A, 0xCC, 0xCA, 0x00], true), ([0x66, 0x0F, 0x38, 0xCF, 0xCA], true),
      ([0xC4, 0xE2, 0x75, 0xDC, 0xC2], true), ([0xC4, 0xE3, 0x75, 0x44, 0xC2, 0x00], true),
      // The same of 128 bits, vpaddd ymm, vfmadd231ps, aesenc.
      ([0xC4, 0xE2, 0x71, 0xDC, 0xC2], false), ([0xC4, 0xE3, 0x71, 0x44, 0xC2, 0x00], false),
      ([0xC5, 0xF5, 0xFE, 0xC2], false), ([0xC4, 0xE2, 0x75, 0xB8, 0xC2], false),
      ([0x66, 0x0F, 0x38, 0xDC, 0xCA], false),
    ] as [([UInt8], Bool)])
  func `instructions that Valgrind's processor lacks are told apart`(
    _ code: [UInt8], _ isNew: Bool
  ) throws {
    let instruction = try #require(Instruction(code, at: 0))
    #expect(instruction.isNew == isNew && instruction.length == code.count)
  }

  @Test func `cpuid and xgetbv ask what the processor has`() {
    func asks(_ code: UInt8...) -> Bool? { Instruction(code, at: 0)?.asksProcessor }
    #expect(asks(0x0F, 0xA2) == true && asks(0x0F, 0x01, 0xD0) == true)
    // `rdtsc`, and `sgdt (%rax)`.
    #expect(asks(0x0F, 0x31) == false && asks(0x0F, 0x01, 0x00) == false)
  }
}
