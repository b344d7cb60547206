import Store

extension Failure {
    package init(_ error: StoreError) { fatalError("unbuilt") }
}
