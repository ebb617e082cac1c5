import CCairo
import DriverKit

/// A PNG as somebody sees it who looks at it: its sides, and the mean colour of each field of a grid.
///
/// The bytes of a PNG differ between versions of its library, and single pixels of one that is scaled or
/// has slanting lines between versions of cairo; the means of fields don't, to a level of 255.
package struct LookedAtPicture {
  private static let columns = 16
  private static let rows = 12
  /// What a picture may lose by being scaled, in levels of 255.
  private static let tolerance = 12.0

  /// Its sides, such as `320x240`, in pixels.
  package let size: String
  /// Blue, green and red of each field, row by row, 0 to 255.
  private let means: [Double]

  /// - Throws: ``NoPicture``.
  package init(png: [UInt8]) throws {
    let source = Source(png)
    let surface = withExtendedLifetime(source) {
      cairo_image_surface_create_from_png_stream(
        { context, target, length in
          guard let context, let target else { return CAIRO_STATUS_READ_ERROR }
          return Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
            .read(into: UnsafeMutableBufferPointer(start: target, count: Int(length)))
        }, Unmanaged.passUnretained(source).toOpaque())
    }
    defer { cairo_surface_destroy(surface) }
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let pixels = cairo_image_surface_get_data(surface)
    else { throw NoPicture(bytes: png.count) }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var means: [Double] = []
    for lines in Self.parts(of: height, Self.rows) {
      for places in Self.parts(of: width, Self.columns) {
        for part in 0..<3 {
          var sum = 0.0
          for line in lines {
            for place in places {
              let level = Double(pixels[line.place * stride + place.place * 4 + part])
              sum += level * line.share * place.share
            }
          }
          means.append(sum)
        }
      }
    }
    size = "\(width)x\(height)"
    self.means = means
  }

  /// A side in equal parts: the pixels of each, and which share of the part each is, as a part may begin and
  /// end within a pixel.
  private static func parts(of side: Int, _ count: Int) -> [[(place: Int, share: Double)]] {
    let length = Double(side) / Double(count)
    return (0..<count).map { part in
      let (begin, end) = (Double(part) * length, Double(part + 1) * length)
      return (Int(begin)..<min(side, Int(end.rounded(.up)))).map { place in
        (place, (min(Double(place + 1), end) - max(Double(place), begin)) / length)
      }
    }
  }

  /// Whether it shows the same, in whichever size.
  package func isLike(_ other: LookedAtPicture) -> Bool {
    zip(means, other.means).allSatisfy { abs($0 - $1) <= Self.tolerance }
  }

  /// Mixes what it shows into a digest: the mean of each field, to a level.
  package func mix(into outcome: inout Outcome) {
    outcome.mix(size)
    for mean in means { outcome.mix(Int(mean.rounded())) }
  }

  /// Bytes handed to cairo piece by piece.
  private final class Source {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into target: UnsafeMutableBufferPointer<UInt8>) -> cairo_status_t {
      guard target.count <= rest.count else { return CAIRO_STATUS_READ_ERROR }
      _ = target.update(fromContentsOf: rest.prefix(target.count))
      rest = rest.dropFirst(target.count)
      return CAIRO_STATUS_SUCCESS
    }
  }
}

/// Bytes that are no PNG stand where a step leads to one.
package struct NoPicture: CodedError {
  let bytes: Int

  package var code: String { "no-picture" }

  package var description: String { "These \(bytes) bytes are no PNG." }
}
