import { encodeFunctionData, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import { payableOf } from '@/lib/orders/placement/funds-calls'
import { fixtureOrder } from '@/lib/testing/auctions/build-auction-fixture'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import {
  countHook,
  forwarder,
  forwarderCode,
  forwardHook,
  permitHook,
} from '@/lib/testing/chain/hook-actions'
import { test } from '@/lib/testing/test'
import { type HookedOrder, readFundsAfterHooks } from './read-funds-after-hooks'

type Hook = typeof countHook

const value = 10n ** 18n
const { hooksTrampoline } = getNetwork(1)
const privateKey = generatePrivateKey()
const owner = toAddress(privateKeyToAccount(privateKey).address)

let fixture: SolverFixture
let dai: Address
let paying: readonly Hook[]

test.beforeAll(async ({ solver }) => {
  fixture = solver
  dai = fixture.token('DAI')
  await fixture.rpc('anvil_setCode', [forwarder, forwarderCode])
  const give = (to: Address) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })
  const donor = fixture.network.accounts[2]?.address ?? '0x'
  await sendTransaction(fixture.rpc, { from: donor, to: dai, data: give(forwarder) })
  const permit = await permitHook(fixture.ctx, {
    token: dai,
    owner: { address: owner, privateKey },
    value,
  })
  paying = [permit, forwardHook({ to: dai, data: give(owner) })]
})

function hooked(index: number, pre: readonly Hook[], sellToken = dai): HookedOrder {
  const order = fixtureOrder(index, { sellToken, buyToken: fixture.token('WETH'), owner })
  const interactions = hookInteractions({ pre, post: [] }, hooksTrampoline)
  const interactionGas = pre.reduce((sum, { gasLimit }) => sum + gasLimit, 0n)
  return { ...order, interactions, interactionGas }
}

/** Funds by order index, and the number of simulations. */
async function read(orders: readonly HookedOrder[], change: Partial<Context> = {}) {
  let simulations = 0
  const counting: typeof fetch = (url, init) => {
    simulations += 1
    return fetch(url, init)
  }
  const ctx = { ...fixture.ctx, fetch: counting, ...change }
  const blockNumber = await fixture.ctx.chain(1).client.getBlockNumber()
  const funds = await readFundsAfterHooks(ctx, { chainId: 1, blockNumber, orders })
  const byIndex = [...funds].map(([uid, after]): [number, bigint] => [
    Number(uid as Hex),
    payableOf(after),
  ])
  return { funds: new Map(byIndex), simulations }
}

test('funds from pre-hooks count for their own order only', async () => {
  const { funds } = await read([hooked(1, paying), hooked(2, [countHook]), hooked(3, paying)])
  expect(funds).toEqual(
    new Map([
      [1, value],
      [2, 0n],
      [3, value],
    ]),
  )
})

test('omits orders whose hooks exceed the response limit or whose token does not answer', async () => {
  // Emits 60 kB of logs twelve times.
  const logger: Address = `0x${'10'.repeat(20)}`
  await fixture.rpc('anvil_setCode', [logger, `0x${'61ea606000a0'.repeat(12)}00`])
  const logging = { target: logger, callData: '0x', gasLimit: 7_000_000n } as const
  const orders = [hooked(1, [logging]), hooked(2, paying, logger), hooked(3, paying)]
  expect((await read(orders)).funds).toEqual(new Map([[3, value]]))
})

test('does not simulate hooks that state more gas than a settlement allows', async () => {
  const order = hooked(1, [{ ...countHook, gasLimit: 8_000_001n }])
  expect(await read([order])).toEqual({ funds: new Map(), simulations: 0 })
})

/** Hooks unique to one order. */
const ownHook = (index: number): Hook => ({
  ...countHook,
  callData: numberToHex(index, { size: 2 }),
})

test('simulates at most 32 orders per auction; the next auction continues from there', async () => {
  const orders = Array.from({ length: 40 }, (_, index) => hooked(index, [ownHook(index)]))
  const slots = new Map()
  const played = new Set<number>()
  for (const _ of [1, 2]) {
    const { funds, simulations } = await read(orders, { slots, now: () => 0 })
    expect([funds.size, simulations]).toEqual([32, 32])
    for (const index of funds.keys()) played.add(index)
  }
  expect(played.size).toBe(40)
})

test('starts no simulation after a second, but every order gets its turn', async () => {
  let now = 0
  const orders = Array.from({ length: 32 }, (_, index) => hooked(index, [ownHook(index)]))
  const slow = { slots: new Map(), now: () => (now += 600) }
  const played = new Set<number>()
  for (const _ of [1, 2, 3, 4]) {
    const { funds, simulations } = await read(orders, slow)
    expect(simulations).toBe(8)
    for (const index of funds.keys()) played.add(index)
  }
  expect(played.size).toBe(32)
})

test('simulates identical hooks once, and wrapping before all other hooks', async () => {
  let now = 0
  const wrapping = Array.from({ length: 40 }, (_, index): HookedOrder => {
    const order = fixtureOrder(100 + index, {
      sellToken: dai,
      buyToken: fixture.token('WETH'),
      owner,
    })
    const pre = [{ target: countHook.target, value: 0n, callData: '0x' } as const]
    return { ...order, interactions: { pre, post: [] }, interactionGas: 60_000n }
  })
  const others = Array.from({ length: 20 }, (_, index) => hooked(index, [ownHook(index)]))
  const slow = { slots: new Map(), now: () => (now += 600) }
  const { funds, simulations } = await read([...others, ...wrapping], slow)
  expect(simulations).toBe(8)
  expect([...funds.keys()].filter((index) => index >= 100)).toHaveLength(40)
})

test('orders keep their plain funds when the node cannot simulate', async () => {
  const failing = { fetch: async () => new Response('', { status: 503 }) }
  expect((await read([hooked(1, paying)], failing)).funds).toEqual(new Map())
})
