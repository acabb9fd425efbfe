import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A transaction to be played; anyone can be its sender, and no gas is paid. */
export type BundleTransaction = {
  readonly from: Address
  readonly to: Address
  readonly input: Hex
  /** Native atoms that it sends along. */
  readonly value: bigint
  /** Gas that it may use at most. */
  readonly gas: bigint
}

/** Transactions that a bundle may have. */
export const maxBundleTransactions = 20

/** Gas of all transactions of a bundle together: what a block of mainnet had for years. */
export const maxBundleGas = 30_000_000n

/** Gas of a transaction that states none, at most: EIP-7825 lets none have more. */
const usualGas = 16_777_216n

/** The least gas with which a transaction is played: 21,000 and the floor of its input (EIP-7623). */
export function minGas(input: Hex): bigint {
  const bytes = input.slice(2).match(/../g) ?? []
  const zeros = bytes.filter((byte) => byte === '00').length
  return 21_000n + 10n * BigInt(zeros + 4 * (bytes.length - zeros))
}

/**
 * The gas of each transaction: what it states, else an equal share of what the others leave of
 * {@link maxBundleGas}. Undefined when that is not enough for all.
 */
export function shareGas(
  transactions: readonly { readonly input: Hex; readonly gas?: bigint | undefined }[],
): readonly bigint[] | undefined {
  const stated = transactions.reduce((sum, { gas }) => sum + (gas ?? 0n), 0n)
  const silent = transactions.filter(({ gas }) => gas === undefined)
  const share = silent.length === 0 ? 0n : (maxBundleGas - stated) / BigInt(silent.length)
  const given = share < usualGas ? share : usualGas
  if (stated > maxBundleGas || silent.some(({ input }) => given < minGas(input))) return undefined
  return transactions.map(({ gas }) => gas ?? given)
}
