public import AppExchange
import Foundation
public import Inventory
import InventoryExchange

/// What a server of the inventory answers. `openapi.json` describes it.
///
/// It has no network: `inventory-server` gives it one, and a test may ask it directly. Who connects gets
/// a token, which every other request shows (`Authorization: Bearer TOKEN`); only the units can be asked
/// without one, since the login offers them.
public final class InventoryAnswers: ExchangeServer {
  /// The most bytes of a request: 16 MiB, a picture of 12 as base64.
  public static let requestLimit = 16 << 20

  let inventory: any InventoryService
  private let report: @Sendable (InventoryError) -> Void

  /// Answers by a server's calls. `report` takes what the server has failed at; its clients are not told
  /// details.
  public init(
    _ inventory: any InventoryService, report: @escaping @Sendable (InventoryError) -> Void
  ) {
    (self.inventory, self.report) = (inventory, report)
  }

  /// The answer to a request of too many bytes.
  public static var tooLarge: ExchangeResponse {
    RefusedRequest.tooLarge(limit: requestLimit).response.marked
  }

  /// Does as asked, and says what came of it.
  public func answer(to request: ExchangeRequest) -> ExchangeResponse {
    let response: ExchangeResponse
    do {
      response = try route(request)
    } catch let refused as RefusedRequest {
      response = refused.response
    } catch let error as InventoryError {
      response = refusal(error)
    } catch {
      // Text and numbers of ours: there is nothing that JSON could not hold.
      response = refusal(.storeFailed(path: "", reason: "\(error)"))
    }
    return response.marked
  }

  private func refusal(_ error: InventoryError) -> ExchangeResponse {
    if let refusal = Refusal(error) { return refusal.response }
    report(error)
    return RefusedRequest(failed: error).response
  }

  static let description = ExchangeResponse.json(200, Data(PackageResources.openapi_json))
}

extension ExchangeResponse {
  /// The answer, as one of this inventory.
  fileprivate var marked: ExchangeResponse {
    var response = self
    response.fields[InventoryMark.field] = InventoryMark.value
    return response
  }
}
