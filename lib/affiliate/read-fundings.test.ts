import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { sendTransaction } from '@/lib/devnet/rpc'
import { findOwnUsdPrice } from '@/lib/market/find-usd-price'
import { openIndexDesk } from '@/lib/testing/index-desk'
import { deleteUselessFundings, listFundingsOf } from './funding-store'
import { readFundings } from './read-fundings'
import { requestFundings } from './request-fundings'

const chainId = 1
const desk = openIndexDesk()

let ctx: ReturnType<typeof desk.context>
let trader: Address
let friend: Address
let stranger: Address

beforeEach(async () => {
  ctx = desk.context()
  const addresses = desk.network.accounts.map(({ address }) => address)
  ;[trader = '0x', friend = '0x', stranger = '0x'] = addresses
  await moveCandles(4_000_000_000)
  await desk.db.referredTrader.create({
    data: { trader, lastTradeAt: 2_000_000_000n, updatedAt: new Date() },
  })
})

const token = (symbol: string) => desk.network.tokens[symbol] ?? '0x'

/** Lets the network's candles end at a moment, Unix seconds. */
async function moveCandles(at: number): Promise<void> {
  const hash = toHex(1, { size: 32 })
  const block = { number: 1n, hash, parentHash: hash, timestamp: BigInt(at) }
  await desk.db.indexedBlock.deleteMany({ where: { indexer: 'market' } })
  await desk.db.indexedBlock.create({ data: { ...block, chainId, indexer: 'market' } })
}

const usdc = 1_000_000n

async function transfer(symbol: string, from: Address, to: Address, amount: bigint) {
  await sendTransaction(desk.rpc, { from, to: token(symbol), data: encodeTransfer(to, amount) })
}

function encodeTransfer(to: Address, amount: bigint) {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
}

/** Reads the fundings from a moment on, to the newest final block. */
async function read(since: number) {
  await requestFundings(ctx.db, chainId, [{ chainId, trader, since }])
  await readOn()
}

async function readOn() {
  await desk.index()
  while ((await readFundings(ctx, chainId)) === 'again');
}

const fundings = async () => {
  const rows = await listFundingsOf(ctx.db, { chainIds: [chainId], accounts: [trader], since: 0 })
  return rows.map(({ other, value }) => [other, value])
}

/** The time of a new block, a minute after all others. */
async function laterTime(): Promise<number> {
  await desk.rpc('evm_increaseTime', [60])
  await desk.mine(1)
  return Number((await ctx.chain(chainId).client.getBlock()).timestamp)
}

test('what a trader sent and was sent is kept once it is final, with what it was worth', async () => {
  await desk.mine(70)
  const since = await laterTime()
  await transfer('USDC', trader, friend, 25n * usdc)
  await transfer('USDC', friend, stranger, 25n * usdc)
  await read(since)
  expect(await fundings()).toEqual([])
  await desk.mine(70)
  await readOn()
  expect(await fundings()).toEqual([[friend, 25_000_000n]])
  await transfer('USDC', friend, trader, 40n * usdc)
  await desk.mine(70)
  await readOn()
  expect(await fundings()).toEqual([
    [friend, 25_000_000n],
    [friend, 40_000_000n],
  ])
  const [state] = await ctx.db.fundingRead.findMany()
  expect(state?.blockNumber).toBe((await ctx.chain(chainId).client.getBlockNumber()) - 64n)
})

test('less than ten dollars does not count, nor do tokens that are no base tokens', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc - 1n)
  await transfer('COW', trader, friend, 10n ** 21n)
  await transfer('USDC', trader, stranger, 10n * usdc)
  await desk.mine(70)
  await read(since)
  expect(await fundings()).toEqual([[stranger, 10_000_000n]])
})

test('all that went from one to the other in a block counts together, by what it was worth then', async () => {
  const since = await laterTime()
  await desk.rpc('evm_setAutomine', [false])
  for (const amount of [6n * usdc, 5n * usdc]) {
    const data = encodeTransfer(friend, amount)
    await desk.rpc('eth_sendTransaction', [{ from: trader, to: token('USDC'), data }])
  }
  await desk.rpc('evm_setAutomine', [true])
  await desk.mine(70)
  await read(since)
  expect(await fundings()).toEqual([[friend, 11_000_000n]])
})

test('a base token counts by its price', async () => {
  const since = await laterTime()
  ctx.clock.set((since + 60) * 1_000)
  await transfer('WETH', friend, trader, 10n ** 18n)
  await desk.mine(70)
  await read(since)
  const price = await findOwnUsdPrice(ctx, { chainId, token: token('WETH') })
  const [[, value] = []] = await fundings()
  expect(price?.usd).toBeGreaterThan(100)
  expect(Number(value) / 1e6).toBeCloseTo(price?.usd ?? 0, -1)
})

test('what one trader sent another counts once', async () => {
  const other = { trader: friend, lastTradeAt: 2_000_000_000n, updatedAt: new Date() }
  await desk.db.referredTrader.create({ data: other })
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  await desk.mine(70)
  await requestFundings(ctx.db, chainId, [{ chainId, trader: friend, since }])
  await read(since)
  expect(await fundings()).toEqual([[friend, 10_000_000n]])
})

test('waits for the candles of what was transferred', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  await desk.mine(70)
  await moveCandles(since - 300)
  await expect(read(since)).rejects.toMatchObject({ code: 'InternalServerError' })
  const [state] = await ctx.db.fundingRead.findMany()
  expect(state).toMatchObject({ timestamp: BigInt(since - 1) })
  await moveCandles(since + 300)
  await readOn()
  expect(await fundings()).toEqual([[friend, 10_000_000n]])
})

test('is read anew where it matters from an earlier moment on', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  const later = await laterTime()
  await desk.mine(70)
  await read(later)
  expect(await fundings()).toEqual([])
  await read(since)
  expect(await fundings()).toEqual([[friend, 10_000_000n]])
  await read(later)
  expect(await ctx.db.fundingRead.findMany()).toMatchObject([{ since: BigInt(since) }])
})

test('nothing is read for traders without undecided trades, nor kept of parties who never traded', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 10n * usdc)
  await desk.mine(70)
  await read(since)
  await ctx.db.referredTrader.updateMany({ data: { decidedTo: 3_000_000_000n } })
  await readOn()
  expect(await ctx.db.fundingRead.count()).toBe(0)
  expect(await deleteUselessFundings(ctx.db, 0)).toBe(0)
  expect(await deleteUselessFundings(ctx.db, 4_000_000_000)).toBe(1)
})
