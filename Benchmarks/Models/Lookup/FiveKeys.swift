import MirrorMap

/// Five properties, and the first five of all the classes below it.
///
/// Inheritance spares this folder from declaring a property twice; a plan does not know the
/// difference.
class FiveKeys: Mappable {
  @Mapped("payment_street") var paymentStreet: Int
  @Mapped("session_zip_code") var sessionZipCode: Int
  @Mapped("invoice_reference") var invoiceReference: Int
  @Mapped("shipping_email") var shippingEmail: Int
  @Mapped("manager_id") var managerID: Int

  required init() {}
}
