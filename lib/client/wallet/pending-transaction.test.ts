import { expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { findPending, type PendingOf, whilePending } from './pending-transaction'
import { TransactionError } from './transaction-error'

const wrapOf = (owner: string, what: 'wrap' | 'unwrap' = 'wrap'): PendingOf => ({
  ...{ what, chainId: 1, token: `0x${'11'.repeat(20)}` },
  owner: `0x${owner.repeat(20)}`,
})
const [first, second] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`] as const

/** Waits for a transaction that ends on demand. */
function follow(of: PendingOf, hash: Hex = first, awaited?: bigint) {
  let resolve: (value: string) => void = () => {}
  let reject: (error: Error) => void = () => {}
  let speedUp: (newest: Hex) => void = () => {}
  const wait = (onSpedUp: typeof speedUp) => {
    speedUp = onSpedUp
    return new Promise<string>((...ends) => {
      ;[resolve, reject] = ends
    })
  }
  const ended = whilePending(of, { hash, awaited }, wait).catch((error: Error) => error.message)
  return { ended, resolve, reject, speedUp: () => speedUp(second) }
}

test('stores a transaction by purpose and account until it has ended', async () => {
  const of = wrapOf('21')
  expect(findPending(of)).toBeUndefined()
  const { resolve, ended } = follow(of, first, 12n)
  expect(findPending(of)).toEqual({ hash: first, awaited: 12n })
  expect(findPending(wrapOf('21', 'unwrap'))).toBeUndefined()
  expect(findPending(wrapOf('22'))).toBeUndefined()
  resolve('done')
  expect(await ended).toBe('done')
  expect(findPending(of)).toBeUndefined()
})

test('stores a cancellation by its order', async () => {
  const of = { what: 'cancellation', chainId: 1, uid: `0x${'31'.repeat(56)}` } as const
  const { resolve, ended } = follow(of)
  expect(findPending(of)).toEqual({ hash: first })
  expect(findPending({ ...of, chainId: 100 })).toBeUndefined()
  expect(findPending({ ...of, uid: `0x${'32'.repeat(56)}` })).toBeUndefined()
  resolve('done')
  await ended
  expect(findPending(of)).toBeUndefined()
})

test('removes a failed transaction, keeps one that is no longer awaited', async () => {
  const of = wrapOf('23')
  const left = follow(of)
  left.reject(new Error('the page was left'))
  expect(await left.ended).toBe('the page was left')
  expect(findPending(of)).toEqual({ hash: first })
  const failed = follow(of)
  failed.reject(new TransactionError('reverted'))
  await failed.ended
  expect(findPending(of)).toBeUndefined()
})

test('stores a sped-up transaction under its new hash', async () => {
  const of = wrapOf('24')
  const { speedUp, resolve, ended } = follow(of)
  speedUp()
  expect(findPending(of)).toEqual({ hash: second })
  resolve('done')
  await ended
  expect(findPending(of)).toBeUndefined()
})

test('the end of an older transaction does not remove a newer one', async () => {
  const of = wrapOf('25')
  const older = follow(of)
  const newer = follow(of, second)
  older.resolve('done')
  await older.ended
  expect(findPending(of)).toEqual({ hash: second })
  newer.resolve('done')
  await newer.ended
})
