/// How an export writes a relation: with the models it refers to, with their ids, or not at all.
///
/// ```swift
/// let json = try await store.export(Enterprise.self, ids: [1], relations: [.ids(\Enterprise.chiefs)])
/// ```
public struct RelationExport: Sendable {
  enum Form { case nested, ids, omitted }

  let form: Form
  /// Finds the relation.
  let relation: @Sendable () throws -> Relation

  /// Writes the models themselves: the default.
  public static func nested<Model: StoredModel, Value: RelationValue>(
    _ relation: any WritableKeyPath<Model, Value> & Sendable
  ) -> RelationExport {
    RelationExport(.nested, relation)
  }

  /// Writes the ids of the models.
  public static func ids<Model: StoredModel, Value: RelationValue>(
    _ relation: any WritableKeyPath<Model, Value> & Sendable
  ) -> RelationExport {
    RelationExport(.ids, relation)
  }

  /// Omits the relation's key.
  public static func omitted<Model: StoredModel, Value: RelationValue>(
    _ relation: any WritableKeyPath<Model, Value> & Sendable
  ) -> RelationExport {
    RelationExport(.omitted, relation)
  }

  private init<Model: StoredModel, Value: RelationValue>(
    _ form: Form, _ path: any WritableKeyPath<Model, Value> & Sendable
  ) {
    self.form = form
    relation = {
      let table = try ModelTable<Model>.shared
      let column = try table.column(of: path)
      guard let relation = table.columns[column].field.attachment as? Relation else {
        throw StoreError(
          .query, "only properties with @Related can be exported in another form",
          model: table.entity.name, property: table.entity.columns[column].name)
      }
      return relation
    }
  }
}
