import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { getQuote } from './get-quote'
import type { QuoteRequest } from './quote'
import { viewQuote } from './quote-view'

const ether = 10n ** 18n
let database: TestDatabase
let network: TestNetwork
let ctx: Context
let request: QuoteRequest

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1' },
  })
  request = testQuoteRequest({ sellToken: token('WETH'), buyToken: token('USDC') })
  // The first quote reads every pool, which may exceed the quote timeout on a busy machine.
  await getQuote(ctx, request).catch(() => undefined)
})

function token(symbol: string): Address {
  const address = network.tokens[symbol]
  if (!address) throw new Error(`no ${symbol}`)
  return address.toLowerCase() as Address
}

test('verified: a simulation confirms the amounts without balance or allowance', async () => {
  const quote = await getQuote(ctx, request)
  expect(quote.verified).toBe(true)
  expect(quote.sellAmount + quote.feeAmount).toBe(ether)
  expect(quote.cost.gas).toBeGreaterThan(100_000n)
  expect(quote.cost.gas).toBeLessThan(400_000n)
  const stored = await ctx.db.quote.findUniqueOrThrow({ where: { id: quote.id ?? 0n } })
  expect([stored.buyAmount.toFixed(0), stored.verified]).toEqual([String(quote.buyAmount), true])
})

test.each([
  ['sellAmountAfterFee', { kind: 'sell', sellAmountAfterFee: ether }],
  ['buyAmountAfterFee', { kind: 'buy', buyAmountAfterFee: 1_000_000_000n }],
] as const)('verified for %s', async (_, size) => {
  const quote = await getQuote(ctx, { ...request, size })
  expect(quote.verified).toBe(true)
  if ('buyAmountAfterFee' in size) expect(quote.buyAmount).toBe(size.buyAmountAfterFee)
  else expect(quote.sellAmount).toBe(size.sellAmountAfterFee)
})

test('verified for the native token, which arrives unwrapped', async () => {
  const quote = await getQuote(ctx, {
    ...request,
    sellToken: token('USDC'),
    buyToken: nativeToken,
    size: { kind: 'sell', sellAmountBeforeFee: 1_000_000_000n },
  })
  expect(quote.verified).toBe(true)
})

test('verified for USDT, which returns nothing and requires a reset to a zero allowance', async () => {
  const quote = await getQuote(ctx, {
    ...request,
    sellToken: token('USDT'),
    size: { kind: 'sell', sellAmountBeforeFee: 1_000_000_000n },
  })
  expect(quote.verified).toBe(true)
})

test('fast: stored without a simulation', async () => {
  const quote = await getQuote(ctx, { ...request, priceQuality: 'fast' })
  expect([quote.verified, typeof quote.id]).toEqual([false, 'bigint'])
})

test('the response has every field of the spec', async () => {
  const { quote, expiration, id, ...rest } = viewQuote(await getQuote(ctx, request))
  expect(new Date(expiration).toISOString()).toBe(expiration)
  expect(Number.isSafeInteger(id)).toBe(true)
  expect(rest).toEqual({
    from: request.from,
    verified: true,
    optimalityGapBps: expect.any(Number),
  })
  expect(quote).toMatchObject({
    sellToken: request.sellToken,
    buyToken: request.buyToken,
    receiver: request.from,
    appData: `0x${'0'.repeat(64)}`,
    appDataHash: `0x${'0'.repeat(64)}`,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    signingScheme: 'eip712',
  })
  const amounts = [quote.sellAmount, quote.buyAmount, quote.feeAmount, quote.gasAmount]
  for (const amount of [...amounts, quote.gasPrice]) expect(amount).toMatch(/^[1-9][0-9]*$/)
  expect(quote.sellTokenPrice).toMatch(/^[0-9]+(\.[0-9]+)?$/)
})

test('the response has the receiver and the absolute expiry of the request, however distant', async () => {
  const receiver: Address = `0x${'5e'.repeat(20)}`
  const expiry = { validTo: 4_294_967_295 }
  const { quote } = viewQuote(await getQuote(ctx, { ...request, receiver, expiry }))
  expect(quote).toMatchObject({ receiver, validTo: expiry.validTo })
})

test.each([
  ['fast', { priceQuality: 'fast' }, 60],
  ['optimal', { priceQuality: 'optimal' }, 60],
  ['verified', {}, 60],
  ['onchainOrder', { onchainOrder: true, signingScheme: 'eip1271' }, 600],
] as const)(
  'the offer of a %s quote stands as long as its expiration says',
  async (_, change, s) => {
    const before = Date.now()
    const { expirationMs } = await getQuote(ctx, { ...request, ...change })
    expect(expirationMs).toBeGreaterThanOrEqual(before + s * 1000)
    expect(expirationMs).toBeLessThanOrEqual(Date.now() + s * 1000)
  },
)

test('a volume fee is shown and lowers the buy amount', async () => {
  const { buyAmount } = await getQuote(ctx, request)
  const charging = { ...ctx, config: { ...ctx.config, volumeFeeBps: 10 } }
  const quote = await getQuote(charging, request)
  expect(viewQuote(quote).protocolFeeBps).toBe('10')
  expect(Number(quote.buyAmount) / Number(buyAmount)).toBeCloseTo(0.999, 4)
})

test.each(['from', 'receiver'] as const)('Forbidden: a banned %s', async (party) => {
  const address: Address = party === 'from' ? `0x${'ba'.repeat(20)}` : `0x${'bb'.repeat(20)}`
  await ctx.db.bannedAccount.create({ data: { address, reason: 'for a test' } })
  await expect(getQuote(ctx, { ...request, [party]: address })).rejects.toMatchObject({
    code: 'Forbidden',
  })
})

test('UnsupportedToken: a token that the operator denies', async () => {
  const address = token('DAI')
  await ctx.db.deniedToken.create({ data: { chainId: 1, address, reason: 'for a test' } })
  await expect(getQuote(ctx, { ...request, buyToken: address })).rejects.toMatchObject({
    code: 'UnsupportedToken',
    message: expect.stringContaining(address),
  })
  await ctx.db.deniedToken.deleteMany()
})

test.each([
  ['InvalidAppData', { appData: '{"metadata":{"hooks":7}}' }],
  ['InvalidAppData', { appData: `0x${'77'.repeat(32)}` }],
  ['AppDataHashMismatch', { appData: '{}', appDataHash: `0x${'77'.repeat(32)}` }],
] as const)('%s: %j', async (code, change) => {
  await expect(getQuote(ctx, { ...request, ...change })).rejects.toMatchObject({ code })
})

test('SellAmountDoesNotCoverFee', async () => {
  const size = { kind: 'sell', sellAmountBeforeFee: 1n } as const
  await expect(getQuote(ctx, { ...request, size })).rejects.toMatchObject({
    code: 'SellAmountDoesNotCoverFee',
  })
})

test('NoLiquidity: a token without a pool, and an amount beyond every pool', async () => {
  const isolated = network.fixtures?.isolatedToken as Address
  const from = { ...request, sellToken: isolated.toLowerCase() as Address }
  await expect(getQuote(ctx, from)).rejects.toMatchObject({ code: 'NoLiquidity' })
  const size = { kind: 'buy', buyAmountAfterFee: 10n ** 40n } as const
  await expect(getQuote(ctx, { ...request, size })).rejects.toMatchObject({ code: 'NoLiquidity' })
})

test.each(['feeOnTransferToken', 'rebasingToken'] as const)(
  'UnsupportedToken: %s',
  async (name) => {
    const address = network.fixtures?.[name]?.toLowerCase() as Address
    await expect(getQuote(ctx, { ...request, sellToken: address })).rejects.toMatchObject({
      code: 'UnsupportedToken',
      message: expect.stringContaining(address),
    })
  },
)

test('UnsupportedToken: an address without a contract', async () => {
  const sellToken: Address = '0x00000000000000000000000000000000deadbeef'
  await expect(getQuote(ctx, { ...request, sellToken })).rejects.toMatchObject({
    code: 'UnsupportedToken',
  })
})

test('InternalServerError with Retry-After when the network does not answer', async () => {
  const cut = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, 'http://127.0.0.1:1']]),
  })
  await expect(getQuote(cut, request)).rejects.toMatchObject({
    code: 'InternalServerError',
    retryAfterSeconds: expect.any(Number),
  })
})

describe('timeout', () => {
  const silent = createServer(() => undefined)
  beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    silent.closeAllConnections()
    silent.close()
  })

  test.each([
    ['shortens the time to answer', 300, 0, 4_900],
    ['is capped to the default of 5 s', 60_000, 4_000, 25_000],
  ] as const)('%s', async (_, timeoutMs, min, max) => {
    const { port } = silent.address() as AddressInfo
    const rpcUrls = new Map([[1, `http://127.0.0.1:${port}`]])
    const waiting = createTestContext({ db: database.db, rpcUrls })
    const before = Date.now()
    await expect(getQuote(waiting, { ...request, timeoutMs })).rejects.toMatchObject({
      code: 'InternalServerError',
      retryAfterSeconds: expect.any(Number),
    })
    expect(Date.now() - before).toBeGreaterThanOrEqual(min)
    expect(Date.now() - before).toBeLessThan(max)
  })
})
