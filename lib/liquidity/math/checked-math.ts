import { maxUint256 } from '@/lib/core/amount'

/** A contract would have reverted here: an overflow, or a limit of its own. */
export class Revert extends Error {}

/** The value, if it is one that a uint256 holds. @throws {Revert} otherwise. */
export function uint256(value: bigint): bigint {
  if (value < 0n || value > maxUint256) throw new Revert('overflow')
  return value
}

/** What the arithmetic of a contract gives, or undefined where the contract would revert. */
export function unlessReverted<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof Revert) return undefined
    throw error
  }
}
