import MirrorMap

/// Fifty properties, and the first fifty of ``FiveHundredKeys``.
class FiftyKeys: FiveKeys {
  @Mapped("contract_updated_at") var contractUpdatedAt: Int
  @Mapped("store_currency") var storeCurrency: Int
  @Mapped("invoice_email") var invoiceEmail: Int
  @Mapped("invoice_status") var invoiceStatus: Int
  @Mapped("contract_number") var contractNumber: Int
  @Mapped("sensor_zip_code") var sensorZipCode: Int
  @Mapped("sensor_id") var sensorID: Int
  @Mapped("store_created_at") var storeCreatedAt: Int
  @Mapped("project_created_at") var projectCreatedAt: Int
  @Mapped("sensor_city") var sensorCity: Int
  @Mapped("account_reference") var accountReference: Int
  @Mapped("license_phone") var licensePhone: Int
  @Mapped("delivery_name") var deliveryName: Int
  @Mapped("vehicle_quantity") var vehicleQuantity: Int
  @Mapped("product_city") var productCity: Int
  @Mapped("invoice_priority") var invoicePriority: Int
  @Mapped("contract_zip_code") var contractZipCode: Int
  @Mapped("billing_number") var billingNumber: Int
  @Mapped("manager_country") var managerCountry: Int
  @Mapped("product_total_amount") var productTotalAmount: Int
  @Mapped("payment_email") var paymentEmail: Int
  @Mapped("return_weight_in_grams") var returnWeightInGrams: Int
  @Mapped("order_total_amount") var orderTotalAmount: Int
  @Mapped("invoice_number") var invoiceNumber: Int
  @Mapped("department_phone") var departmentPhone: Int
  @Mapped("warehouse_zip_code") var warehouseZipCode: Int
  @Mapped("device_updated_at") var deviceUpdatedAt: Int
  @Mapped("shipping_name") var shippingName: Int
  @Mapped("order_priority") var orderPriority: Int
  @Mapped("order_description") var orderDescription: Int
  @Mapped("vehicle_country") var vehicleCountry: Int
  @Mapped("delivery_street") var deliveryStreet: Int
  @Mapped("license_is_active") var licenseIsActive: Int
  @Mapped("contract_city") var contractCity: Int
  @Mapped("customer_number") var customerNumber: Int
  @Mapped("return_reference") var returnReference: Int
  @Mapped("delivery_id") var deliveryID: Int
  @Mapped("manager_number") var managerNumber: Int
  @Mapped("employee_status") var employeeStatus: Int
  @Mapped("supplier_currency") var supplierCurrency: Int
  @Mapped("delivery_country") var deliveryCountry: Int
  @Mapped("vehicle_is_active") var vehicleIsActive: Int
  @Mapped("billing_updated_at") var billingUpdatedAt: Int
  @Mapped("license_country") var licenseCountry: Int
  @Mapped("supplier_quantity") var supplierQuantity: Int

  required init() {}
}

/// Five properties, and the first five of its subclasses.
///
/// With inheritance no property has to be declared twice. A plan makes no difference.
class FiveKeys: Mappable {
  @Mapped("payment_street") var paymentStreet: Int
  @Mapped("session_zip_code") var sessionZipCode: Int
  @Mapped("invoice_reference") var invoiceReference: Int
  @Mapped("shipping_email") var shippingEmail: Int
  @Mapped("manager_id") var managerID: Int

  required init() {}
}
