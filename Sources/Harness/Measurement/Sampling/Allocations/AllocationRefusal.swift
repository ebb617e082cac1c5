import Foundation
import SystemPackage

/// The reason why the allocations of a process are not known.
public indirect enum AllocationRefusal: Sendable, Equatable {
  /// Its program is linked statically, so it loads no library.
  case isStatic
  /// It was started without the variable `LD_PRELOAD`.
  case isUnset
  /// Its loader did not load the library, for its own reasons.
  case notLoaded
  /// It calls the allocator in this file.
  case otherAllocator(String)
  /// It loaded the library, but has no file to count in.
  case noFile
  /// It did not load the library, or has no file to count in; which is unknown.
  case notCounting
  /// It has not allocated a single block, but mapped memory.
  case nothing
  /// It freed this many blocks that were allocated by other means.
  case strangers(Int64)
  /// It executed, or started, this program, which does not count for this reason.
  case started(String, because: AllocationRefusal)

  /// Finds out why a process has not loaded the counter.
  init(of process: Int32, root: ProcRoot = ProcRoot()) {
    let folder = root.folder(of: process)
    let environment = try? WholeFile.read(folder.appending("environ"), { $0.whole })
    let maps = try? WholeFile.read(folder.appending("maps"), { $0.whole })
    if maps?.contains(Self.libraryName) == true {
      self = .noFile
    } else if ProgramInterpreter.isMissing(in: folder.appending("exe")) {
      self = .isStatic
    } else if let environment,
      !environment.split(separator: "\0").contains(where: { $0.hasPrefix("LD_PRELOAD=") })
    {
      self = .isUnset
    } else {
      self = .notLoaded
    }
  }

  /// Finds out why a process that has ended had not loaded the counter.
  /// - Parameter program: what it executed.
  public init(ofEnded program: FilePath?) {
    self = program.map(ProgramInterpreter.isMissing(in:)) ?? false ? .isStatic : .notCounting
  }

  /// The library's file name, as in /proc/PID/maps.
  static let libraryName = "librehearse-allocations.so"

  /// The reason, phrased to stand within a sentence.
  public var words: String {
    switch self {
    case .isStatic: "it is linked statically, and so loads no counter"
    case .isUnset: "it runs without 'LD_PRELOAD', because whatever started it left that out"
    case .notLoaded:
      "it did not load the counter, as happens with programs that run as another user or with another C "
        + "library"
    case .otherAllocator(let file): "it calls the allocator in \(file) instead of the C library's"
    case .noFile:
      "it could not make the file in which it counts, below 'TMPDIR': that folder may be full, another "
        + "user's or hidden from it, or such a file may be larger than allowed ('ulimit -f')"
    case .notCounting:
      "it did not load the counter, or could not make its file below 'TMPDIR', as happens with programs "
        + "that run as another user, in a file system of their own, or with another C library"
    case .nothing: "it never called 'malloc', but mapped memory, so it has an allocator of its own"
    case .started(let program, let reason):
      "it starts \(program), which can't be counted: \(reason.words)"
    case .strangers(let count):
      "\(count) blocks that another allocator had given were freed, so what is held is not known"
    }
  }
}

/// The loader named in an ELF file; a static program has none.
enum ProgramInterpreter {
  /// Returns whether a file is a program that loads no libraries; false if it can't be read.
  static func isMissing(in file: FilePath) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file.string),
      let head = try? handle.read(upToCount: 4096), head.count >= 64,
      head.starts(with: [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1])
    else { return false }
    func number(_ offset: Int, _ length: Int) -> Int {
      guard offset >= 0, offset + length <= head.count else { return 0 }
      return head[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (start, size, count) = (number(32, 4), number(54, 2), number(56, 2))
    // PT_INTERP
    return !(0..<count).contains { number(start + $0 * size, 4) == 3 }
  }
}
