import { type KeptText, keptText } from '@/lib/client/stored-text'
import type { Address } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { TransactionError } from './transaction-error'

/** What a transaction is for: of which token and whose, or of which order. */
export type PendingOf = { readonly chainId: number } & (
  | {
      readonly what: 'approval' | 'revocation' | 'wrap' | 'unwrap'
      readonly token: Address
      readonly owner: Address
    }
  | { readonly what: 'cancellation'; readonly uid: Hex }
)

/** A transaction on its way. */
export type PendingTransaction = {
  readonly hash: Hex
  /** In atoms, what is read once it is done, where the chain may know it by another hash. */
  readonly awaited?: bigint | undefined
}

const keptOf = (of: PendingOf): KeptText => {
  const which = of.what === 'cancellation' ? of.uid : `${of.token} ${of.owner}`
  return keptText(`coincide.${of.what} ${of.chainId} ${which}`)
}

/** Tells when a transaction begins or ends to be on its way, also in other tabs; returns how to stop. */
export function watchPending(of: PendingOf, listener: () => void): () => void {
  return keptOf(of).watch(listener)
}

/** Forgets a transaction that is known to be over. */
export function forgetPending(of: PendingOf): void {
  keptOf(of).write(null)
}

/** The transaction that was on its way when it was last heard of. */
export function findPending(of: PendingOf): PendingTransaction | undefined {
  const [text = '', awaited = ''] = (keptOf(of).read() ?? '').split(' ')
  const hash = parseHex(text, 32)
  if (hash === undefined) return undefined
  return /^\d{1,78}$/.test(awaited) ? { hash, awaited: BigInt(awaited) } : { hash }
}

/**
 * Remembers a transaction over reloads of the page for as long as it is waited for, and longer where the wait was given
 * up: until it is done, or a {@link TransactionError} says that it never will be. `wait` is given what to tell the new
 * hash of one that was sped up.
 */
export async function whilePending<T>(
  of: PendingOf,
  sent: PendingTransaction,
  wait: (onSpedUp: (hash: Hex) => void) => Promise<T>,
): Promise<T> {
  let { hash } = sent
  const keep = (newest: Hex) => {
    hash = newest
    keptOf(of).write(sent.awaited === undefined ? hash : `${hash} ${sent.awaited}`)
  }
  keep(hash)
  // Another one may have taken its place.
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
