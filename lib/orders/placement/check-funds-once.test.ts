import { toHex } from 'viem'
import { beforeEach, describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { checkFundsOnce, maxPayers } from './check-funds'

let network: TestNetwork
let ctx: Context
let simulatedAmounts: bigint[]

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
})
beforeEach(() => {
  ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
  simulatedAmounts = []
})

const owner: Address = `0x${'12'.repeat(20)}`
const order = { sellToken: owner, feeAmount: 0n, sellTokenBalance: 'erc20' as const }

const pay = (sellAmount: bigint, change: { owner?: Address; fails?: boolean } = {}) => {
  const payment = { chainId: 1, owner: change.owner ?? owner, order: { ...order, sellAmount } }
  return checkFundsOnce(ctx, payment, async () => {
    simulatedAmounts.push(sellAmount)
    if (change.fails) throw new Error('refused')
    return 30_000n
  })
}

describe('a payment', () => {
  test('is simulated once per block for all payments of at most its amount', async () => {
    await pay(10n)
    await pay(10n)
    await pay(3n)
    await Promise.all([pay(10n), pay(9n)])
    expect(simulatedAmounts).toEqual([10n])
    await pay(11n)
    expect(simulatedAmounts).toEqual([10n, 11n])
  })

  test('is simulated again on the next block', async () => {
    await pay(10n)
    await createRpc(network.rpcUrl)('anvil_mine', [])
    await pay(10n)
    expect(simulatedAmounts).toEqual([10n, 10n])
  })

  test('is not reused for another owner', async () => {
    await pay(10n)
    await pay(10n, { owner: `0x${'34'.repeat(20)}` })
    expect(simulatedAmounts).toEqual([10n, 10n])
  })

  test('is evicted when its block has too many payers', async () => {
    const others = Array.from({ length: maxPayers }, (_, index) => toHex(index, { size: 20 }))
    await pay(10n)
    await Promise.all(others.map((other) => pay(1n, { owner: other })))
    simulatedAmounts = []
    await pay(10n)
    expect(simulatedAmounts).toEqual([10n])
  })

  test('is simulated for every caller after a failure', async () => {
    await expect(pay(10n, { fails: true })).rejects.toThrow('refused')
    await expect(pay(5n, { fails: true })).rejects.toThrow('refused')
    await pay(5n)
    expect(simulatedAmounts).toEqual([10n, 5n, 5n])
  })

  test('is not reused while the node does not report its head', async () => {
    ctx = createTestContext({ rpcUrls: new Map([[1, 'http://127.0.0.1:1']]) })
    await expect(pay(1n)).rejects.toMatchObject({ code: 'InternalServerError' })
    expect(simulatedAmounts).toEqual([])
  })
})
