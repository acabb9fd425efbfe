import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { findKnownTokens } from '@/lib/affiliate/attribution/known-tokens'
import { finalizedHeaders } from '@/lib/affiliate/attribution/watermark'
import type { Address } from '@/lib/core/address'
import { sendTransaction } from '@/lib/devnet/rpc'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import type { IndexFixture } from '@/lib/testing/chain/index-fixture'
import { insertTradingDay } from '@/lib/testing/chain/index-test-market'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { saveToken } from '@/lib/tokens/token-store'
import { deleteIrrelevantFundings, listFundingReads, listFundingsOf } from './funding-store'
import { readFundings } from './read-fundings'
import { requestFundings } from './request-fundings'

const chainId = 1
let fixture: IndexFixture

test.beforeEach(({ indexer }) => {
  fixture = indexer
})

let ctx: ReturnType<typeof fixture.context>
let trader: Address
let friend: Address
let otherAccount: Address

beforeEach(async () => {
  ctx = fixture.context()
  const addresses = fixture.network.accounts.map(({ address }) => address)
  ;[trader = '0x', friend = '0x', otherAccount = '0x'] = addresses
  await moveCandles(4_000_000_000)
  await fixture.db.referredTrader.create({
    data: { trader, lastTradeAt: 2_000_000_000n, updatedAt: new Date() },
  })
})

const token = (symbol: string) => fixture.network.tokens[symbol] ?? '0x'

/** Sets the tip of the network's candles, in Unix seconds. */
async function moveCandles(at: number): Promise<void> {
  const hash = toHex(1, { size: 32 })
  const block = { number: 1n, hash, parentHash: hash, timestamp: BigInt(at) }
  await fixture.db.indexedBlock.deleteMany({ where: { indexer: 'market' } })
  await fixture.db.indexedBlock.create({ data: { ...block, chainId, indexer: 'market' } })
}

const usdc = 1_000_000n

async function transfer(symbol: string, from: Address, to: Address, amount: bigint) {
  await sendTransaction(fixture.rpc, { from, to: token(symbol), data: encodeTransfer(to, amount) })
}

function encodeTransfer(to: Address, amount: bigint) {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
}

/** Requests an account's transfers, of the tokens known by then. */
async function request(account: Address, since: number) {
  const tokens = [...(await findKnownTokens(ctx, chainId))]
  await requestFundings(ctx.db, { chainId, trader: account, since, tokens })
}

/** Reads the fundings since a time, up to the latest final block. */
async function read(since: number) {
  await request(trader, since)
  await readOn()
}

async function readOn() {
  await fixture.index()
  finalizedHeaders.reset(ctx)
  await repeat(
    () => readFundings(ctx, chainId),
    (state) => state !== 'again',
  )
}

const fundings = async () => {
  const rows = await listFundingsOf(ctx.db, { chainIds: [chainId], accounts: [trader], since: 0 })
  return rows.map(({ other, value }) => [other, value])
}

/** Returns the timestamp of a new block, a minute after all others. */
async function laterTime(): Promise<number> {
  await fixture.rpc('evm_increaseTime', [60])
  await fixture.mine(1)
  return Number((await ctx.chain(chainId).client.getBlock()).timestamp)
}

test('stores a trader’s transfers with their value once final', async () => {
  await fixture.mine(70)
  const since = await laterTime()
  await transfer('USDC', trader, friend, 25n * usdc)
  await transfer('USDC', friend, otherAccount, 25n * usdc)
  await read(since)
  expect(await fundings()).toEqual([])
  await fixture.mine(70)
  await readOn()
  expect(await fundings()).toEqual([[friend, 25_000_000n]])
  await transfer('USDC', friend, trader, 40n * usdc)
  await fixture.mine(70)
  await readOn()
  expect(await fundings()).toEqual([
    [friend, 25_000_000n],
    [friend, 40_000_000n],
  ])
  const [state] = await ctx.db.fundingRead.findMany()
  expect(state?.blockNumber).toBe((await ctx.chain(chainId).client.getBlockNumber()) - 64n)
})

test('ignores less than ten dollars, and unknown tokens', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc - 1n)
  await transfer('COW', trader, friend, 10n ** 21n)
  await transfer('USDC', trader, otherAccount, 10n * usdc)
  await fixture.mine(70)
  await read(since)
  expect(await fundings()).toEqual([[otherAccount, 10_000_000n]])
})

test('sums transfers between two accounts in a block, at the value of that time', async () => {
  const since = await laterTime()
  await fixture.rpc('evm_setAutomine', [false])
  for (const amount of [6n * usdc, 5n * usdc]) {
    const data = encodeTransfer(friend, amount)
    await fixture.rpc('eth_sendTransaction', [{ from: trader, to: token('USDC'), data }])
  }
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.mine(70)
  await read(since)
  expect(await fundings()).toEqual([[friend, 11_000_000n]])
})

test('values a base token at its price', { tags: ['long-only'] }, async () => {
  const since = await laterTime()
  ctx.clock.set((since + 60) * 1_000)
  await insertTradingDay(ctx, { chainId, tokens: [token('WETH'), token('USDC')] })
  await transfer('WETH', friend, trader, 10n ** 18n)
  await fixture.mine(70)
  await read(since)
  const price = await findUsdPrice(ctx, { chainId, token: token('WETH') })
  const [[, value] = []] = await fundings()
  expect(price?.usd).toBeGreaterThan(100)
  expect(Number(value) / 1e6 / (price?.usd ?? 0)).toBeCloseTo(1, 1)
})

test('counts a token once listed: rereads its transfers', async () => {
  const since = await laterTime()
  ctx.clock.set((since + 60) * 1_000)
  const [cow, all] = [token('COW'), [token('WETH'), token('USDC'), token('COW')]]
  await insertTradingDay(ctx, { chainId, tokens: all })
  await transfer('COW', trader, friend, 10n ** 21n)
  await fixture.mine(70)
  await read(since)
  expect(await fundings()).toEqual([])
  const facts = { name: undefined, symbol: undefined, decimals: 18, unsupported: undefined }
  await saveToken(fixture.db, { chainId, address: cow, listed: true, ...facts })
  ctx.clock.advance(61_000)
  await read(since)
  expect(await fundings()).toEqual([[friend, expect.any(BigInt)]])
})

test('counts a transfer between two traders once', { tags: ['long-only'] }, async () => {
  const other = { trader: friend, lastTradeAt: 2_000_000_000n, updatedAt: new Date() }
  await fixture.db.referredTrader.create({ data: other })
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  await fixture.mine(70)
  await request(friend, since)
  await read(since)
  expect(await fundings()).toEqual([[friend, 10_000_000n]])
})

test('waits for the candles of a transfer', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  await fixture.mine(70)
  await moveCandles(since - 300)
  await expect(read(since)).rejects.toMatchObject({ code: 'InternalServerError' })
  const [state] = await ctx.db.fundingRead.findMany()
  expect(state).toMatchObject({ timestamp: BigInt(since - 1) })
  await moveCandles(since + 300)
  await readOn()
  expect(await fundings()).toEqual([[friend, 10_000_000n]])
})

test('restarts when needed from an earlier time', { tags: ['long-only'] }, async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  const later = await laterTime()
  await fixture.mine(70)
  await read(later)
  expect(await fundings()).toEqual([])
  await read(since)
  expect(await fundings()).toEqual([[friend, 10_000_000n]])
  await read(later)
  expect(await ctx.db.fundingRead.findMany()).toMatchObject([{ since: BigInt(since) }])
})

test('reads nothing for traders without undecided trades, and deletes fundings of parties that never traded', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  await fixture.mine(70)
  await read(since)
  await ctx.db.referredTrader.updateMany({ data: { decidedTo: 3_000_000_000n } })
  await readOn()
  expect(await ctx.db.fundingRead.count()).toBe(0)
  expect(await deleteIrrelevantFundings(ctx.db, 0)).toBe(0)
  expect(await deleteIrrelevantFundings(ctx.db, 4_000_000_000)).toBe(1)
})

describe('a block with more zero transfers than a node returns at once', () => {
  const maxLogs = 3
  let node: Server
  let refused: string[]

  afterEach(() => node.close())

  /** A node that limits the number of logs per response and rejects some methods. */
  async function openNode(...unknown: readonly string[]) {
    refused = []
    node = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      const { id, method } = JSON.parse(body)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(fixture.network.rpcUrl, { method: 'POST', headers, body })
      const { result } = await answer.json()
      const isTooMuch = method === 'eth_getLogs' && result.length > maxLogs
      if (isTooMuch) refused.push(method)
      const error = { code: -32005, message: 'query returned more than 3 results' }
      const isAnswered = !isTooMuch && !unknown.includes(method)
      const reply = isAnswered
        ? { result }
        : { error: isTooMuch ? error : { code: -32601, message: '' } }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
    })
    await once(node.listen(0, '127.0.0.1'), 'listening')
    const { port } = node.address() as AddressInfo
    ctx = createTestContext({
      db: fixture.db,
      rpcUrls: new Map([[chainId, `http://127.0.0.1:${port}`]]),
    })
  }

  /** Mines a block with ten zero transfers from the trader, sent by another account, and a real transfer. */
  async function flood() {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [trader, otherAccount, 0n],
    })
    await fixture.rpc('evm_setAutomine', [false])
    const call = { to: token('USDC'), gas: toHex(100_000) }
    for (let count = 0; count < 10; count++) {
      await fixture.rpc('eth_sendTransaction', [{ ...call, from: otherAccount, data }])
    }
    const sent = encodeTransfer(friend, 10n * usdc)
    await fixture.rpc('eth_sendTransaction', [{ ...call, from: trader, data: sent }])
    await fixture.mine(1)
    await fixture.rpc('evm_setAutomine', [true])
  }

  test('is read from its receipts', { tags: ['long-only'] }, async () => {
    await openNode()
    const since = await laterTime()
    await flood()
    await transfer('USDC', friend, trader, 20n * usdc)
    await fixture.mine(70)
    await read(since)
    expect(refused.length).toBeGreaterThan(0)
    expect(await fundings()).toEqual([
      [friend, 10_000_000n],
      [friend, 20_000_000n],
    ])
  })

  test('blocks no other trader even when the node refuses the receipts', {
    tags: ['long-only'],
  }, async () => {
    await openNode('eth_getBlockReceipts')
    const other = { trader: friend, lastTradeAt: 2_000_000_000n, updatedAt: new Date() }
    await fixture.db.referredTrader.create({ data: other })
    const since = await laterTime()
    const blockNumber = await ctx.chain(chainId).client.getBlockNumber()
    await flood()
    await transfer('USDC', friend, otherAccount, 20n * usdc)
    await fixture.mine(70)
    await request(friend, since)
    await request(trader, since)
    await ctx.db.fundingRead.updateMany({ data: { blockNumber } })
    await fixture.index()
    const final = (await ctx.chain(chainId).client.getBlockNumber()) - 64n
    const isRead = async () => {
      const reads = await listFundingReads(ctx.db, chainId, [friend])
      return reads[0]?.blockNumber === final
    }
    await repeat(async () => {
      await readFundings(ctx, chainId).catch(() => 'done')
      return isRead()
    }, Boolean)
    const [held] = await listFundingReads(ctx.db, chainId, [trader])
    expect(held?.blockNumber).toBeLessThan(final)
    const rows = await listFundingsOf(ctx.db, { chainIds: [1], accounts: [friend], since: 0 })
    expect(new Set(rows.map(({ other }) => other))).toEqual(new Set([trader, otherAccount]))
  })
})
