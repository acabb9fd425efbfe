import { describe, expect, it } from 'vitest'
import type { Address } from '@/lib/core/address'
import { type ClaimingOrder, claimantsOf, claimsOf } from './claims'

const account: Address = `0x${'a1'.repeat(20)}`
const token: Address = `0x${'b2'.repeat(20)}`

const other: Address = `0x${'c3'.repeat(20)}`

const order: ClaimingOrder = {
  owner: account,
  status: 'open',
  kind: 'sell',
  sellToken: token,
  buyToken: other,
  sellAmount: '1000',
  buyAmount: '300',
  feeAmount: '10',
  sellTokenBalance: 'erc20',
  executedSellAmount: '0',
  executedBuyAmount: '0',
}

const claimOf = (...orders: ClaimingOrder[]) => claimsOf(account, orders).get(token)

describe('claimsOf', () => {
  it('sums what open orders may still draw of a token, fees included', () => {
    expect(claimOf(order, order)).toEqual({ orders: 2, atoms: 2020n })
  })

  it('omits the traded part', () => {
    expect(claimOf({ ...order, executedSellAmount: '400' })?.atoms).toBe(610n)
  })

  it('rounds the unfilled part of a buy order up', () => {
    const purchase: ClaimingOrder = { ...order, kind: 'buy', executedBuyAmount: '100' }
    expect(claimOf(purchase)?.atoms).toBe(674n)
    expect(claimOf({ ...purchase, executedBuyAmount: '300' })?.atoms).toBe(0n)
  })

  it('ignores orders that draw nothing from the account’s balance', () => {
    expect(claimOf({ ...order, status: 'fulfilled' })).toBeUndefined()
    expect(claimOf({ ...order, presignaturePending: true })).toBeUndefined()
    expect(claimOf({ ...order, sellTokenBalance: 'internal' })).toBeUndefined()
    expect(claimOf({ ...order, owner: token })).toBeUndefined()
  })

  it('is never negative', () => {
    expect(claimOf({ ...order, executedSellAmount: '2000' })?.atoms).toBe(0n)
  })
})

describe('claimantsOf', () => {
  it('names each order, and a schedule once', () => {
    const part: ClaimingOrder = { ...order, schedule: 'weekly' }
    const orders = [part, order, part, { ...order, sellToken: other }, { ...order }]
    expect(claimantsOf({ account, token }, orders)).toEqual([
      { schedule: 'weekly', buyToken: other, orders: 2, atoms: 2020n },
      { schedule: undefined, buyToken: other, orders: 1, atoms: 1010n },
      { schedule: undefined, buyToken: other, orders: 1, atoms: 1010n },
    ])
  })

  it('omits what draws nothing', () => {
    expect(claimantsOf({ account, token }, [{ ...order, status: 'cancelled' }])).toEqual([])
  })
})
