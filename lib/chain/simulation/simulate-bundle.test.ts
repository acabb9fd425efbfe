import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { nativeToken } from '@/lib/core/address'
import { sendTransaction } from '@/lib/devnet/rpc'
import {
  type BundleFixture,
  emptyAccount,
  transactionOf,
  transferOf,
} from '@/lib/testing/chain/bundle-fixture'
import { test } from '@/lib/testing/test'
import type { SimulatedTransaction } from './simulate-bundle'

const wethAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
const maker: Address = `0x${'c'.repeat(40)}`
const one = 10n ** 18n

let fixture: BundleFixture

test.beforeAll(({ bundles }) => {
  fixture = bundles
})

const deposit = (value: bigint) => {
  const input = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
  return transactionOf({ to: fixture.weth, value, input })
}

const withdraw = (amount: bigint) => {
  const input = encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amount] })
  return transactionOf({ to: fixture.weth, input })
}

/** Returns all storage changes reported for a bundle, by account and slot. */
function storageOf(simulated: SimulatedTransaction | undefined) {
  return (simulated?.stateDiff ?? []).flatMap(({ raw }) => raw)
}

describe('a bundle', () => {
  test('runs in sequence, each transaction on the state left by those before it', async () => {
    const spend = transferOf(fixture.weth, { from: emptyAccount, to: emptyAccount, amount: one })
    const alone = await fixture.simulate(spend)
    expect(alone.map(({ status }) => status)).toEqual([false])
    const all = await fixture.simulate(
      deposit(one),
      transferOf(fixture.weth, { to: emptyAccount, amount: one }),
      spend,
    )
    expect(all.map(({ status }) => status)).toEqual([true, true, true])
  })

  test('sums the balance changes of every holder and token', async () => {
    const all = await fixture.simulate(
      deposit(3n),
      transferOf(fixture.weth, { to: emptyAccount, amount: 2n }),
      withdraw(1n),
      transactionOf({ to: emptyAccount, value: 5n }),
      transferOf(fixture.usdc, { to: emptyAccount, amount: 7n }),
    )
    const [first, second, third, , last] = all.map((step) => step.cumulativeBalancesDiff)
    expect(first).toEqual({
      [fixture.from]: { [nativeToken]: -3n, [fixture.weth]: 3n },
      [fixture.weth]: { [nativeToken]: 3n },
    })
    expect(second?.[fixture.from]).toEqual({ [nativeToken]: -3n, [fixture.weth]: 1n })
    expect(third?.[fixture.from]).toEqual({ [nativeToken]: -2n, [fixture.weth]: 0n })
    expect(last?.[fixture.from]).toEqual({
      [nativeToken]: -7n,
      [fixture.weth]: 0n,
      [fixture.usdc]: -7n,
    })
    expect(last?.[emptyAccount]).toEqual({
      [fixture.weth]: 2n,
      [nativeToken]: 5n,
      [fixture.usdc]: 7n,
    })
  })

  test('reports the state, nonces and gas that sending the transactions produces', async () => {
    const bundle = [
      deposit(one),
      transferOf(fixture.weth, { to: emptyAccount, amount: 3n }),
      transferOf(fixture.usdc, { to: emptyAccount, amount: 9n }),
    ]
    const simulated = await fixture.simulate(...bundle)
    const snapshot = await fixture.rpc('evm_snapshot', [])
    try {
      for (const [i, { input, value, gas, ...rest }] of bundle.entries()) {
        const sent = { ...rest, data: input, value: `0x${value.toString(16)}`, gas: Number(gas) }
        const { gasUsed } = await sendTransaction(fixture.rpc, sent)
        expect(simulated[i]?.gasUsed).toBe(BigInt(gasUsed))
        const changed = storageOf(simulated[i])
        expect(changed.length).toBeGreaterThan(0)
        for (const { address, key, dirty } of changed) {
          expect(await fixture.rpc('eth_getStorageAt', [address, key, 'latest'])).toBe(dirty)
        }
        const sender = simulated[i]?.stateDiff?.find(({ address }) => address === fixture.from)
        expect(sender?.dirty.nonce).toBe(
          await fixture.rpc('eth_getTransactionCount', [fixture.from, 'latest']),
        )
        const account = simulated[i]?.stateDiff?.find(({ address }) => address === fixture.weth)
        expect(account?.dirty.balance).toBe(
          await fixture.rpc('eth_getBalance', [fixture.weth, 'latest']),
        )
      }
    } finally {
      await fixture.rpc('evm_revert', [snapshot])
    }
  })

  test('keeps the first original and the latest value of a slot', async () => {
    const bundle = [
      transferOf(fixture.usdc, { to: emptyAccount, amount: 1n }),
      transferOf(fixture.usdc, { to: emptyAccount, amount: 2n }),
    ]
    const [first, second] = await fixture.simulate(...bundle)
    const slots = (simulated: SimulatedTransaction | undefined) =>
      storageOf(simulated).map(({ key, original }) => ({ key, original }))
    expect(slots(second)).toEqual(slots(first))
    expect(storageOf(second).map(({ dirty }) => BigInt(dirty))).toContain(3n)
    const undone = await fixture.simulate(
      ...bundle,
      transferOf(fixture.usdc, { from: emptyAccount, to: fixture.from, amount: 3n }),
    )
    expect(storageOf(undone[2])).toEqual([])
  })

  test('clears a slot when an account sends its whole balance', async () => {
    const [, all, more] = await fixture.simulate(
      transferOf(fixture.usdc, { to: emptyAccount, amount: 4n }),
      transferOf(fixture.usdc, { from: emptyAccount, to: fixture.from, amount: 4n }),
      transferOf(fixture.usdc, { from: emptyAccount, to: fixture.from, amount: 1n }),
    )
    expect(all?.status).toBe(true)
    expect(more).toMatchObject({ status: false, reason: 'balance too low' })
  })

  test('continues after a failed transaction, which changes only the nonce', async () => {
    const [failed, next] = await fixture.simulate(
      transferOf(fixture.usdc, { to: emptyAccount, amount: one }),
      transferOf(fixture.usdc, { to: emptyAccount, amount: 1n }),
    )
    expect(failed).toMatchObject({
      status: false,
      reason: 'balance too low',
      cumulativeBalancesDiff: {},
    })
    expect(failed?.stateDiff).toEqual([
      {
        address: fixture.from,
        soltype: null,
        original: { nonce: '0x0' },
        dirty: { nonce: '0x1' },
        raw: [],
      },
    ])
    expect(next?.status).toBe(true)
    expect(next?.cumulativeBalancesDiff[emptyAccount]).toEqual({ [fixture.usdc]: 1n })
  })

  test('shows the contracts that it creates', async () => {
    await fixture.place(maker, '0x69600060005360016000f3600052600a60166000f000')
    const [made] = await fixture.simulate(transactionOf({ to: maker }))
    expect(made?.stateDiff?.flatMap(({ dirty }) => dirty.code ?? [])).toEqual(['0x00'])
  })

  test('has stable ids on the same block, one per transaction', async () => {
    const bundle = [transactionOf({ value: 1n }), transactionOf({ value: 1n })]
    const ids = async () => (await fixture.simulate(...bundle)).map(({ id }) => id)
    const first = await ids()
    expect(await ids()).toEqual(first)
    expect(new Set(first).size).toBe(2)
  })
})
