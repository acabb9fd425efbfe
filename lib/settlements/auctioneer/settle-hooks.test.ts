import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { beforeEach, describe, expect } from 'vitest'
import type { Hooks } from '@/lib/app-data/metadata'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'
import { getTestAccount, type TestAccount } from '@/lib/devnet/accounts'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { digestOf, type SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import {
  counter,
  counterCode,
  countHook,
  forwarder,
  forwarderCode,
  forwardHook,
  permitHook,
} from '@/lib/testing/chain/hook-actions'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n
const { hooksTrampoline } = getNetwork(1)
const donor = getTestAccount(2)
/** Has approved the vault relayer without limit. */
const trader = getTestAccount(1)

let fixture: SolverFixture
let ctx: Context
let dai: Address

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  dai = fixture.token('DAI')
  await fixture.rpc('anvil_setCode', [counter, counterCode])
  await fixture.rpc('anvil_setCode', [forwarder, forwarderCode])
  const approval = { owner: trader.address, spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(fixture.network.rpcUrl, { token: dai, ...approval })
})

// The indexer does not run here: each test has its own orders and starts counting at zero.
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.rpc('anvil_setStorageAt', [counter, '0x0', `0x${'0'.repeat(64)}`])
})

const counted = async () =>
  BigInt((await fixture.rpc('eth_getStorageAt', [counter, '0x0', 'latest'])) as Hex)
const transfer = (to: Address, value: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })
const give = (to: Address, value: bigint) =>
  sendTransaction(fixture.rpc, { from: donor.address, to: dai, data: transfer(to, value) })

function newAccount(): TestAccount {
  const privateKey = generatePrivateKey()
  return { address: toAddress(privateKeyToAccount(privateKey).address), privateKey }
}

let sequence = 0

/** Places an order that sells DAI for WETH with these hooks; the owner is the trader by default. */
async function place(
  { pre = [], post = [] }: Partial<Hooks>,
  change: Partial<Order> = {},
  { address: owner, privateKey }: TestAccount = trader,
): Promise<NewOrder> {
  const order = completeOrder({
    sellToken: dai,
    buyToken: fixture.token('WETH'),
    sellAmount: 100n * ether,
    buyAmount: 1n,
    validTo: 4_000_000_000 + sequence++,
    ...change,
  })
  const signature = await sign({ hash: digestOf(order), privateKey, to: 'hex' })
  const interactions = hookInteractions({ pre, post }, hooksTrampoline)
  return fixture.placeSigned(order, { owner, signingScheme: 'eip712', signature, interactions })
}

describe('a settlement', () => {
  test('uses the allowance from a permit in the pre-hooks, and executes the post-hooks', async () => {
    const account = newAccount()
    const value = 100n * ether
    await give(account.address, value)
    const permit = await permitHook(ctx, { token: dai, owner: account, value })
    const order = await place({ pre: [permit], post: [countHook, countHook] }, {}, account)
    expect(await fixture.settle()).toMatchObject({ state: 'mined', shortOrders: [] })
    expect([await fixture.filled(order), await counted()]).toEqual([order.sellAmount, 2n])
  })

  test('uses the balance that pre-hooks provide', async () => {
    const account = newAccount()
    const value = 100n * ether
    await give(forwarder, value)
    const permit = await permitHook(ctx, { token: dai, owner: account, value })
    const fund = forwardHook({ to: dai, data: transfer(account.address, value) })
    const order = await place({ pre: [fund, permit] }, {}, account)
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })

  test('leaves out an order whose pre-hooks do not fund it', async () => {
    const account = newAccount()
    const permit = await permitHook(ctx, { token: dai, owner: account, value: ether })
    const order = await place({ pre: [permit] }, {}, account)
    const needed = order.sellAmount
    const short = { uid: order.uid, needed, available: 0n }
    expect(await fixture.settle()).toMatchObject({ state: 'idle', shortOrders: [short] })
  })

  test('does not treat an order as short before its pre-hooks are simulated', async () => {
    for (let count = 0; count < 40; count++) await place({ pre: [countHook] }, {}, newAccount())
    const { shortOrders = [] } = await fixture.settle()
    expect(shortOrders.length).toBeGreaterThan(0)
    expect(shortOrders.length).toBeLessThanOrEqual(32)
  })

  test('executes the hooks of a partially fillable order on every fill', async () => {
    const account = newAccount()
    const permit = await permitHook(ctx, { token: dai, owner: account, value: maxUint256 })
    await give(account.address, 40n * ether)
    const terms = { sellAmount: 100n * ether, buyAmount: 2n, partiallyFillable: true }
    const order = await place({ pre: [permit, countHook], post: [countHook] }, terms, account)
    expect((await fixture.settle()).state).toBe('mined')
    expect([await fixture.filled(order), await counted()]).toEqual([40n * ether, 2n])
    await give(account.address, 60n * ether)
    expect((await fixture.settle()).state).toBe('mined')
    expect([await fixture.filled(order), await counted()]).toEqual([100n * ether, 4n])
  })

  test('executes only the hooks of orders that trade', async () => {
    const traded = await place({ pre: [countHook] })
    const dear = await place({ pre: [countHook], post: [countHook] }, { buyAmount: 10n ** 30n })
    expect((await fixture.settle()).state).toBe('mined')
    expect([await fixture.filled(traded), await fixture.filled(dear)]).toEqual([
      traded.sellAmount,
      0n,
    ])
    expect(await counted()).toBe(1n)
  })

  test('succeeds despite hooks that revert or burn their gas', async () => {
    const hog: Address = `0x${'c1'.repeat(20)}`
    await fixture.rpc('anvil_setCode', [hog, '0x5b600056'])
    const failing = forwardHook({ to: dai, data: transfer(counter, 10n ** 30n) })
    const burning = { target: hog, callData: '0x', gasLimit: 300_000n } as const
    const order = await place({ pre: [failing, burning], post: [burning, failing, countHook] })
    expect((await fixture.settle()).state).toBe('mined')
    expect([await fixture.filled(order), await counted()]).toEqual([order.sellAmount, 1n])
  })

  test('has the gas that its hooks state, even if they use little', async () => {
    const order = await place({ post: [{ ...countHook, gasLimit: 5_000_000n }] })
    expect((await fixture.settle()).state).toBe('mined')
    expect([await fixture.filled(order), await counted()]).toEqual([order.sellAmount, 1n])
  })
})

describe('hooks', () => {
  test('cannot reach the balances or the rights of the settlement contract, whatever they call', async () => {
    await give(defaultSettlement, 7n * ether)
    const thief = toAddress(newAccount().address)
    const erc20 = parseAbi([
      'function approve(address spender, uint256 amount)',
      'function transferFrom(address from, address to, uint256 amount)',
    ])
    const relayerAbi = parseAbi([
      'struct Transfer { address account; address token; uint256 amount; bytes32 balance; }',
      'function transferFromAccounts(Transfer[] transfers)',
    ])
    const approveThief = encodeFunctionData({
      abi: erc20,
      functionName: 'approve',
      args: [thief, maxUint256],
    })
    const takeFrom = (from: Address) =>
      encodeFunctionData({
        abi: erc20,
        functionName: 'transferFrom',
        args: [from, thief, 7n * ether],
      })
    const empty = encodeSettlement({
      clearingPrices: new Map(),
      trades: [],
      interactions: {
        pre: [{ target: dai, value: 0n, callData: transfer(thief, ether) }],
        intra: [],
        post: [],
      },
      auctionId: undefined,
    })
    const balance = '0x5a28e9363bb942b639270062aa6bb295f434bcdfc42c97267bf003f272060dc9'
    const drawTrader = encodeFunctionData({
      abi: relayerAbi,
      args: [[{ account: trader.address, token: dai, amount: ether, balance }]],
    })
    const [nested] = hookInteractions(
      { pre: [{ target: dai, callData: approveThief, gasLimit: 60_000n }], post: [] },
      hooksTrampoline,
    ).pre
    const calls: [Address, Hex][] = [
      [dai, approveThief],
      [dai, takeFrom(defaultSettlement)],
      [dai, takeFrom(trader.address)],
      [defaultSettlement, empty],
      [defaultVaultRelayer, drawTrader],
      [hooksTrampoline, nested?.callData ?? '0x'],
    ]
    const hostile = calls.flatMap(([target, callData]) => [
      { target, callData, gasLimit: 150_000n },
      forwardHook({ to: target, data: callData }),
    ])
    const before = await read(thief)
    const order = await place({ pre: hostile, post: [...hostile, countHook] })
    expect((await fixture.settle()).state).toBe('mined')
    expect([await fixture.filled(order), await counted()]).toEqual([order.sellAmount, 1n])
    const after = await read(thief)
    expect(after).toEqual({ ...before, trader: before.trader - order.sellAmount })
    expect(before).toMatchObject({ thief: 0n, allowed: 0n })
  })

  async function read(thief: Address) {
    const token = { address: dai, abi: erc20Abi } as const
    const { client } = ctx.chain(1)
    const balanceOf = (account: Address) =>
      client.readContract({ ...token, functionName: 'balanceOf', args: [account] })
    const allowance = (spender: Address) =>
      client.readContract({
        ...token,
        functionName: 'allowance',
        args: [defaultSettlement, spender],
      })
    return {
      settlement: await balanceOf(defaultSettlement),
      trader: await balanceOf(trader.address),
      thief: await balanceOf(thief),
      allowed: (await allowance(thief)) + (await allowance(hooksTrampoline)),
    }
  }
})
