import type { Transaction } from '@/lib/db/database'

/** A nonce bound to a browser by the digest of its secret. */
export type BoundNonce = { readonly nonce: string; readonly browserHash: string }

/** Stores a nonce until `expiresAtMs` (Unix milliseconds). */
export async function insertNonce(
  db: Transaction,
  { expiresAtMs, ...nonce }: BoundNonce & { readonly expiresAtMs: number },
): Promise<void> {
  await db.signInNonce.create({ data: { ...nonce, expiresAt: new Date(expiresAtMs) } })
}

/** Whether a nonce is still valid in the browser; `now` in Unix milliseconds. */
export async function hasNonce(db: Transaction, bound: BoundNonce, now: number): Promise<boolean> {
  return (await db.signInNonce.count({ where: usable(bound, now) })) === 1
}

/** Consumes a nonce: true only once, in its browser and before it expires; `now` in Unix milliseconds. */
export async function consumeNonce(
  db: Transaction,
  bound: BoundNonce,
  now: number,
): Promise<boolean> {
  const { count } = await db.signInNonce.deleteMany({ where: usable(bound, now) })
  return count === 1
}

/** Deletes nonces that expired before `before` (Unix milliseconds) and returns their number. */
export async function deleteExpiredNonces(db: Transaction, before: number): Promise<number> {
  const expired = { expiresAt: { lt: new Date(before) } }
  return (await db.signInNonce.deleteMany({ where: expired })).count
}

const usable = (bound: BoundNonce, now: number) => ({ ...bound, expiresAt: { gt: new Date(now) } })
