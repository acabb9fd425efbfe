/** Name of the role that watches the invariants of a network. */
export function reconcileRole(chainId: number): string {
  return `reconcile/${chainId}`
}

/** A network, and the fencing epoch of its {@link reconcileRole}. */
export type ReconcileLeadership = { readonly chainId: number; readonly epoch: bigint }
