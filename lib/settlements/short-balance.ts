/** A transfer of a token to or from an account, as it changed the account's balance. */
export type BalanceChange = { readonly blockNumber: bigint; readonly change: bigint }

/**
 * The block of the transfer that took a balance below `needed`, walking back from what is there now;
 * undefined when none of the changes (oldest first) did.
 */
export function findShortSince(
  balance: bigint,
  needed: bigint,
  changes: readonly BalanceChange[],
): bigint | undefined {
  let after = balance
  for (const { blockNumber, change } of [...changes].reverse()) {
    const before = after - change
    if (before >= needed) return blockNumber
    after = before
  }
  return undefined
}
