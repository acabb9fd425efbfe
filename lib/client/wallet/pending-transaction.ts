import { type StoredText, storedText } from '@/lib/client/stored-text'
import type { Address } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { TransactionError } from './transaction-error'

/** The purpose of a transaction: a token and an account, or an order. */
export type PendingOf = { readonly chainId: number } & (
  | {
      readonly what: 'approval' | 'revocation' | 'wrap' | 'unwrap'
      readonly token: Address
      readonly owner: Address
    }
  | { readonly what: 'cancellation'; readonly uid: Hex }
)

/** A pending transaction. */
export type PendingTransaction = {
  readonly hash: Hex
  /** In atoms: the value to expect once it is mined, if the chain may know it by another hash. */
  readonly awaited?: bigint | undefined
}

const storedFor = (of: PendingOf): StoredText => {
  const which = of.what === 'cancellation' ? of.uid : `${of.token} ${of.owner}`
  return storedText(`coincide.${of.what} ${of.chainId} ${which}`)
}

/** Subscribes to pending transactions, also of other tabs; returns a function that unsubscribes. */
export function watchPending(of: PendingOf, listener: () => void): () => void {
  return storedFor(of).watch(listener)
}

/** Removes a transaction that has ended. */
export function forgetPending(of: PendingOf): void {
  storedFor(of).write(null)
}

/** Returns the last known pending transaction. */
export function findPending(of: PendingOf): PendingTransaction | undefined {
  const [text = '', awaited = ''] = (storedFor(of).read() ?? '').split(' ')
  const hash = parseHex(text, 32)
  if (hash === undefined) return undefined
  return /^\d{1,78}$/.test(awaited) ? { hash, awaited: BigInt(awaited) } : { hash }
}

/**
 * Stores a transaction across reloads while it is awaited, and after an abandoned wait: until it is mined, or a {@link
 * TransactionError} reports that it never will be. `wait` receives a callback for a sped-up transaction's new hash.
 */
export async function whilePending<T>(
  of: PendingOf,
  sent: PendingTransaction,
  wait: (onSpedUp: (hash: Hex) => void) => Promise<T>,
): Promise<T> {
  let { hash } = sent
  const keep = (newest: Hex) => {
    hash = newest
    storedFor(of).write(sent.awaited === undefined ? hash : `${hash} ${sent.awaited}`)
  }
  keep(hash)
  // Another one may have replaced it.
  const forget = () => (findPending(of)?.hash === hash ? forgetPending(of) : undefined)
  try {
    const done = await wait(keep)
    forget()
    return done
  } catch (error) {
    if (error instanceof TransactionError) forget()
    throw error
  }
}
