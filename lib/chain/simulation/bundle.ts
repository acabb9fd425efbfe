import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A transaction to simulate; any address can be its sender, and no gas is paid. */
export type BundleTransaction = {
  readonly from: Address
  readonly to: Address
  readonly input: Hex
  /** Native atoms sent. */
  readonly value: bigint
  /** Gas limit. */
  readonly gas: bigint
}

/** Maximum transactions of a bundle. */
export const maxBundleTransactions = 20

/** Maximum gas of all transactions of a bundle: the block gas limit of mainnet for years. */
export const maxBundleGas = 30_000_000n

/** Maximum gas of a transaction that states none: the cap per transaction of EIP-7825. */
const maxDefaultGas = 16_777_216n

/** Returns the minimum gas of a transaction: 21,000 and the floor of its calldata (EIP-7623). */
export function minGas(input: Hex): bigint {
  const bytes = input.slice(2).match(/../g) ?? []
  const zeros = bytes.filter((byte) => byte === '00').length
  return 21_000n + 10n * BigInt(zeros + 4 * (bytes.length - zeros))
}

/**
 * Returns the gas limit of each transaction: the one it states, else an equal share of the rest of {@link
 * maxBundleGas}. Undefined if that does not suffice for all.
 */
export function shareGas(
  transactions: readonly { readonly input: Hex; readonly gas?: bigint | undefined }[],
): readonly bigint[] | undefined {
  const stated = transactions.reduce((sum, { gas }) => sum + (gas ?? 0n), 0n)
  const unstated = transactions.filter(({ gas }) => gas === undefined)
  const share = unstated.length === 0 ? 0n : (maxBundleGas - stated) / BigInt(unstated.length)
  const given = share < maxDefaultGas ? share : maxDefaultGas
  if (stated > maxBundleGas || unstated.some(({ input }) => given < minGas(input))) return undefined
  return transactions.map(({ gas }) => gas ?? given)
}
