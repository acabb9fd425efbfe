import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address } from '@/lib/core/address'
import { nativeToken } from '@/lib/core/address'
import { sendTransaction } from '@/lib/devnet/rpc'
import {
  type BundleDesk,
  openBundleDesk,
  stranger,
  transactionOf,
  transferOf,
} from '@/lib/testing/chain/bundle-fixture'
import type { SimulatedTransaction } from './simulate-bundle'

const wethAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
const maker: Address = `0x${'c'.repeat(40)}`
const one = 10n ** 18n

let desk: BundleDesk

beforeAll(async () => {
  desk = await openBundleDesk()
})
afterAll(() => desk?.close())

const deposit = (value: bigint) => {
  const input = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
  return transactionOf({ to: desk.weth, value, input })
}

const withdraw = (amount: bigint) => {
  const input = encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amount] })
  return transactionOf({ to: desk.weth, input })
}

/** All storage that a bundle is said to leave, by account and slot. */
function storageOf(simulated: SimulatedTransaction | undefined) {
  return (simulated?.stateDiff ?? []).flatMap(({ raw }) => raw)
}

describe('a bundle', () => {
  it('is played in sequence, each transaction on what those before it left', async () => {
    const spend = transferOf(desk.weth, { from: stranger, to: stranger, amount: one })
    const alone = await desk.simulate(spend)
    expect(alone.map(({ status }) => status)).toEqual([false])
    const all = await desk.simulate(
      deposit(one),
      transferOf(desk.weth, { to: stranger, amount: one }),
      spend,
    )
    expect(all.map(({ status }) => status)).toEqual([true, true, true])
  })

  it('sums up what every holder gains and loses of every token', async () => {
    const all = await desk.simulate(
      deposit(3n),
      transferOf(desk.weth, { to: stranger, amount: 2n }),
      withdraw(1n),
      transactionOf({ to: stranger, value: 5n }),
      transferOf(desk.usdc, { to: stranger, amount: 7n }),
    )
    const [first, second, third, , last] = all.map((step) => step.cumulativeBalancesDiff)
    expect(first).toEqual({
      [desk.from]: { [nativeToken]: -3n, [desk.weth]: 3n },
      [desk.weth]: { [nativeToken]: 3n },
    })
    expect(second?.[desk.from]).toEqual({ [nativeToken]: -3n, [desk.weth]: 1n })
    expect(third?.[desk.from]).toEqual({ [nativeToken]: -2n, [desk.weth]: 0n })
    expect(last?.[desk.from]).toEqual({ [nativeToken]: -7n, [desk.weth]: 0n, [desk.usdc]: -7n })
    expect(last?.[stranger]).toEqual({ [desk.weth]: 2n, [nativeToken]: 5n, [desk.usdc]: 7n })
  })

  it('says of state, nonces and gas what sending the transactions really does', async () => {
    const bundle = [
      deposit(one),
      transferOf(desk.weth, { to: stranger, amount: 3n }),
      transferOf(desk.usdc, { to: stranger, amount: 9n }),
    ]
    const simulated = await desk.simulate(...bundle)
    const snapshot = await desk.rpc('evm_snapshot', [])
    try {
      for (const [i, { input, value, gas, ...rest }] of bundle.entries()) {
        const sent = { ...rest, data: input, value: `0x${value.toString(16)}`, gas: Number(gas) }
        const { gasUsed } = await sendTransaction(desk.rpc, sent)
        expect(simulated[i]?.gasUsed).toBe(BigInt(gasUsed))
        const changed = storageOf(simulated[i])
        expect(changed.length).toBeGreaterThan(0)
        for (const { address, key, dirty } of changed) {
          expect(await desk.rpc('eth_getStorageAt', [address, key, 'latest'])).toBe(dirty)
        }
        const sender = simulated[i]?.stateDiff?.find(({ address }) => address === desk.from)
        expect(sender?.dirty.nonce).toBe(
          await desk.rpc('eth_getTransactionCount', [desk.from, 'latest']),
        )
        const account = simulated[i]?.stateDiff?.find(({ address }) => address === desk.weth)
        expect(account?.dirty.balance).toBe(await desk.rpc('eth_getBalance', [desk.weth, 'latest']))
      }
    } finally {
      await desk.rpc('evm_revert', [snapshot])
    }
  })

  it('keeps the first original of a slot and the latest value', async () => {
    const bundle = [
      transferOf(desk.usdc, { to: stranger, amount: 1n }),
      transferOf(desk.usdc, { to: stranger, amount: 2n }),
    ]
    const [first, second] = await desk.simulate(...bundle)
    const slots = (simulated: SimulatedTransaction | undefined) =>
      storageOf(simulated).map(({ key, original }) => ({ key, original }))
    expect(slots(second)).toEqual(slots(first))
    expect(storageOf(second).map(({ dirty }) => BigInt(dirty))).toContain(3n)
    const undone = await desk.simulate(
      ...bundle,
      transferOf(desk.usdc, { from: stranger, to: desk.from, amount: 3n }),
    )
    expect(storageOf(undone[2])).toEqual([])
  })

  it('clears a slot by sending all that an account has', async () => {
    const [, all, more] = await desk.simulate(
      transferOf(desk.usdc, { to: stranger, amount: 4n }),
      transferOf(desk.usdc, { from: stranger, to: desk.from, amount: 4n }),
      transferOf(desk.usdc, { from: stranger, to: desk.from, amount: 1n }),
    )
    expect(all?.status).toBe(true)
    expect(more).toMatchObject({ status: false, reason: 'balance too low' })
  })

  it('goes on after a transaction that fails, which changes only its nonce', async () => {
    const [failed, next] = await desk.simulate(
      transferOf(desk.usdc, { to: stranger, amount: one }),
      transferOf(desk.usdc, { to: stranger, amount: 1n }),
    )
    expect(failed).toMatchObject({
      status: false,
      reason: 'balance too low',
      cumulativeBalancesDiff: {},
    })
    expect(failed?.stateDiff).toEqual([
      {
        address: desk.from,
        soltype: null,
        original: { nonce: '0x0' },
        dirty: { nonce: '0x1' },
        raw: [],
      },
    ])
    expect(next?.status).toBe(true)
    expect(next?.cumulativeBalancesDiff[stranger]).toEqual({ [desk.usdc]: 1n })
  })

  it('shows contracts that it makes', async () => {
    await desk.place(maker, '0x69600060005360016000f3600052600a60166000f000')
    const [made] = await desk.simulate(transactionOf({ to: maker }))
    expect(made?.stateDiff?.flatMap(({ dirty }) => dirty.code ?? [])).toEqual(['0x00'])
  })

  it('has the same ids on the same block, and others for each transaction', async () => {
    const bundle = [transactionOf({ value: 1n }), transactionOf({ value: 1n })]
    const ids = async () => (await desk.simulate(...bundle)).map(({ id }) => id)
    const first = await ids()
    expect(await ids()).toEqual(first)
    expect(new Set(first).size).toBe(2)
  })
})
