import { type Hex, numberToHex, parseTransaction } from 'viem'
import { sign } from 'viem/accounts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { getCurrentAuction } from '@/lib/auctions/competition/get-current-auction'
import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { getQuote } from '@/lib/quotes/get-quote'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { digestOf, type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { deployWallet } from '@/lib/testing/chain/contract-wallet'
import { startLocalServer } from '@/lib/testing/local-server'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { signSettlement } from './solver-account'

const gwei = 10n ** 9n
const environment = { EMBEDDED_CHAIN_IDS: '' }
let fixture: SolverFixture
let ctx: Context

const test = testWith(environment)

test.beforeAll(async ({ solver }) => {
  // The settlement must cover its gas, as on real networks.
  fixture = solver
  ctx = fixture.ctx
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
})
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await setBaseFee(20n * gwei)
})
afterEach(() => fixture.rpc('evm_setAutomine', [true]))

/** Sets the base fee of the following blocks. */
async function setBaseFee(wei: bigint): Promise<void> {
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(wei)])
  await fixture.rpc('evm_mine', [])
}

const newest = () => ctx.db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } })
const feesOf = ({ rawTransaction }: { readonly rawTransaction: string }) =>
  parseTransaction(rawTransaction as `0x02${string}`)

/** An order of a contract wallet whose signature check uses about 26 gas per iteration. */
async function placeOfWallet(seed: string, rounds: number, buyAmount = 1n) {
  const owner = `0x${seed.repeat(20)}` as Hex
  const ownerKey = `0x${seed.repeat(32)}` as Hex
  await deployWallet(fixture.network, { address: owner, ownerKey })
  const code = (await fixture.rpc('eth_getCode', [owner, 'latest'])) as Hex
  // PUSH3 iterations; JUMPDEST, PUSH1 1, SWAP1, SUB, DUP1, PUSH1 4, JUMPI; POP
  const loop = `62${rounds.toString(16).padStart(6, '0')}5b600190038060045750`
  await fixture.rpc('anvil_setCode', [owner, `0x${loop}${code.slice(2)}`])
  const token = fixture.token('WETH')
  await fixture.rpc('anvil_dealERC20', [owner, token, numberToHex(10n ** 18n)])
  await fixture.rpc('anvil_setBalance', [owner, numberToHex(10n ** 18n)])
  await fixture.rpc('anvil_impersonateAccount', [owner])
  await approve(fixture.network.rpcUrl, {
    token,
    owner,
    spender: defaultVaultRelayer,
    amount: maxUint256,
  })
  const order = completeOrder({
    sellToken: token,
    buyToken: fixture.token('USDC'),
    sellAmount: 10n ** 18n,
    buyAmount,
    validTo: 4_000_000_000,
  })
  const signature = await sign({ hash: digestOf(order), privateKey: ownerKey, to: 'hex' })
  return fixture.placeSigned(order, { owner, signingScheme: 'eip1271', signature })
}

/** Runs one round, and values the settlement contract's gain in wei. */
async function settleAndValue(): Promise<bigint> {
  const tokens = ['WETH', 'USDC'].map((symbol) => fixture.token(symbol))
  const held = () => Promise.all(tokens.map((token) => fixture.balanceOf(token, defaultSettlement)))
  const before = await held()
  const { auctionId = 0n } = await fixture.settle()
  const after = await held()
  const prices = await ctx.db.auctionPrice.findMany({ where: { auctionId } })
  const values = tokens.map((token, index) => {
    const price = prices.find((row) => row.token === token.toLowerCase())?.price.toFixed(0) ?? '0'
    return (((after[index] ?? 0n) - (before[index] ?? 0n)) * BigInt(price)) / 10n ** 18n
  })
  return values.reduce((sum, value) => sum + value, 0n)
}

test('does not settle an order whose wallet uses more gas than the order can pay for', async () => {
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('USDC')]
  const { buyAmount } = await getQuote(ctx, testQuoteRequest({ sellToken, buyToken }))
  await placeOfWallet('a1', 20_000, (buyAmount * 998n) / 1000n)
  const count = await ctx.db.settlementTransaction.count()
  expect((await fixture.settle()).state).toBe('idle')
  expect(await ctx.db.settlementTransaction.count()).toBe(count)
})

test.each([
  ['b2', 1],
  ['c3', 20_000],
])(
  'the order of wallet %s, with %i loop iterations, pays for its whole gas limit',
  async (seed, rounds) => {
    const order = await placeOfWallet(seed, rounds)
    const kept = await settleAndValue()
    expect(await fixture.filled(order)).toBe(order.sellAmount)
    const { gas = 0n, maxFeePerGas = 0n } = feesOf(await newest())
    const { txHash } = await newest()
    const { effectiveGasPrice } = await ctx
      .chain(1)
      .client.getTransactionReceipt({ hash: txHash as Hex })
    expect(kept).toBeGreaterThanOrEqual(gas * effectiveGasPrice)
    expect(maxFeePerGas).toBeLessThanOrEqual(kept / gas)
  },
)

test('the gas limit covers gas that is refunded only at the end, even with untrusted tokens', async () => {
  // Clearing a storage slot, since the contract's balance is zero before and after, refunds gas.
  for (const symbol of ['COW', 'WETH', 'UNI', 'LINK', 'USDC', 'USDT', 'DAI', 'WBTC'])
    await fixture.rpc('anvil_dealERC20', [defaultSettlement, fixture.token(symbol), '0x0'])
  // Large enough to be split over many pools and tokens.
  const sellToken = fixture.token('WETH')
  const sellAmount = 1_000n * 10n ** 18n
  const order = await fixture.place(3, { sellToken, sellAmount, buyAmount: 1n })
  await fixture.rpc('anvil_dealERC20', [order.owner, sellToken, numberToHex(sellAmount)])
  expect((await fixture.settle()).state).toBe('mined')
})

test('a settlement resent at ten times the gas price offers no more than it earns', {
  tags: ['long-only'],
}, async () => {
  await fixture.place(1, {})
  await fixture.rpc('evm_setAutomine', [false])
  const stop = new AbortController()
  const round = fixture.settle(stop.signal)
  await untilSent(ctx)
  const before = await newest()
  const maxFee = BigInt(String(before.maxFee))
  await fixture.rpc('anvil_dropTransaction', [before.txHash])
  // The worker counts blocks from when it begins to wait; it acts on each within a second.
  for (let block = 0; block < 5; block += 1) {
    await setBaseFee(200n * gwei)
    await new Promise((resolve) => setTimeout(resolve, 800))
  }
  expect(feesOf(await newest()).maxFeePerGas).toBeLessThanOrEqual(maxFee)
  expect(maxFee).toBeLessThan(50n * gwei)
  stop.abort()
  await round
  await ctx.db.settlementTransaction.update({
    where: { id: before.id },
    data: { state: 'abandoned' },
  })
})

test('sends nothing while gas costs more than the cap, and logs that once', async () => {
  const order = await fixture.place(1, {})
  const warn = vi.spyOn(ctx.log, 'warn')
  await setBaseFee(300n * gwei)
  for (const _ of [1, 2]) expect((await fixture.settle()).state).toBe('idle')
  const exclusionOf = async () =>
    (await ctx.db.order.findFirst({ where: { status: 'open' } }))?.exclusion
  expect(await exclusionOf()).toEqual({ code: 'gasTooDear' })
  expect((await getCurrentAuction(ctx, 1)).orders).toEqual([])
  const warnings = warn.mock.calls.filter(([, message]) =>
    String(message).includes('MAX_GAS_PRICE'),
  )
  expect(warnings).toHaveLength(1)
  await setBaseFee(20n * gwei)
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('ignores a node’s implausible tips', async () => {
  const tip = numberToHex(10_000n * gwei)
  const server = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(fixture.network.rpcUrl, { method: 'POST', headers, body })
    const forged = (await answer.json()) as { result: { reward?: unknown } }
    if (body.includes('eth_maxPriorityFeePerGas')) Object.assign(forged, { result: tip })
    if (body.includes('eth_feeHistory')) forged.result.reward = Array(10).fill([tip])
    response.writeHead(200, headers).end(JSON.stringify(forged))
  })
  const misled = createTestContext({
    db: ctx.db,
    rpcUrls: new Map([[1, server.url]]),
    environment: { ...environment, SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey },
  })
  await fixture.place(1, {})
  const { state } = await runRound(misled, { chainId: 1, epoch: 1n })
  await server.close()
  expect(state).toBe('mined')
  expect(feesOf(await newest()).maxPriorityFeePerGas).toBe(3n * gwei)
})

test('signs nothing that could cost more than the operator allows', async () => {
  const fees = { maxFeePerGas: 100n * gwei, maxPriorityFeePerGas: 0n }
  const call = { chainId: 1, nonce: 0n, fees, callData: '0x' } as const
  await expect(signSettlement(ctx, { ...call, gas: 1_000_001n })).rejects.toThrow(RangeError)
  expect(await signSettlement(ctx, { ...call, gas: 1_000_000n })).toHaveProperty('raw')
})
