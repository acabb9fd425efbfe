import { maxUint256 } from '@/lib/core/amount'

/** The contract would revert here: an overflow, or a limit of its own. */
export class Revert extends Error {}

/** Returns the value if a uint256 holds it. @throws {Revert} otherwise. */
export function uint256(value: bigint): bigint {
  if (value < 0n || value > maxUint256) throw new Revert('overflow')
  return value
}

/** Returns the result of a contract's arithmetic, or undefined if the contract would revert. */
export function unlessReverted<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof Revert) return undefined
    throw error
  }
}
