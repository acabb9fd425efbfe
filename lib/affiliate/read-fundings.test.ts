import { encodeFunctionData, erc20Abi } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { sendTransaction } from '@/lib/devnet/rpc'
import { openIndexDesk } from '@/lib/testing/index-desk'
import { deleteUselessFundings, listFundingsOf } from './funding-store'
import { readFundings } from './read-fundings'
import { requestFundings } from './request-fundings'

const chainId = 1
const desk = openIndexDesk()

let ctx: Context
let trader: Address
let friend: Address
let stranger: Address

beforeEach(async () => {
  ctx = desk.context()
  const addresses = desk.network.accounts.map(({ address }) => address)
  ;[trader = '0x', friend = '0x', stranger = '0x'] = addresses
  await desk.db.referredTrader.create({
    data: { trader, lastTradeAt: 2_000_000_000n, updatedAt: new Date() },
  })
})

const token = (symbol: string) => desk.network.tokens[symbol] ?? '0x'

async function transfer(symbol: string, from: Address, to: Address, amount = 1n) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await sendTransaction(desk.rpc, { from, to: token(symbol), data })
}

/** Reads the transfers of these tokens from now on, to the newest final block. */
async function read(symbols: readonly string[], since: number) {
  await requestFundings(ctx.db, chainId, [{ chainId, trader, tokens: symbols.map(token), since }])
  await readOn()
}

async function readOn() {
  await desk.index()
  while ((await readFundings(ctx, chainId)) === 'again');
}

const fundings = async () => {
  const rows = await listFundingsOf(ctx.db, { chainIds: [chainId], accounts: [trader], since: 0 })
  return rows.map(({ other }) => other)
}

/** The time of a new block, a minute after all others. */
async function laterTime(): Promise<number> {
  await desk.rpc('evm_increaseTime', [60])
  await desk.mine(1)
  return Number((await ctx.chain(chainId).client.getBlock()).timestamp)
}

test('transfers from and to a trader are kept once they are final, of the tokens that matter', async () => {
  await desk.mine(70)
  const since = await laterTime()
  await transfer('USDC', trader, friend)
  await transfer('WETH', trader, stranger)
  await transfer('USDC', friend, stranger)
  await read(['USDC'], since)
  expect(await fundings()).toEqual([])
  await desk.mine(70)
  await readOn()
  expect(await fundings()).toEqual([friend])
  await transfer('USDC', stranger, trader)
  await desk.mine(70)
  await readOn()
  expect((await fundings()).sort()).toEqual([friend, stranger].sort())
  const [state] = await ctx.db.fundingRead.findMany()
  expect(state?.blockNumber).toBe((await ctx.chain(chainId).client.getBlockNumber()) - 64n)
})

test('transfers of nothing do not count, since anyone makes them for others', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend, 0n)
  await desk.mine(70)
  await read(['USDC'], since)
  expect(await fundings()).toEqual([])
})

test('another token that matters is read from where it matters', async () => {
  const since = await laterTime()
  await transfer('WETH', trader, friend)
  await desk.mine(70)
  await read(['USDC'], since)
  expect(await fundings()).toEqual([])
  await read(['USDC', 'WETH'], since)
  expect(await fundings()).toEqual([friend])
  await read(['WETH'], since)
  expect(await ctx.db.fundingRead.count()).toBe(1)
})

test('nothing is read for traders without undecided trades, nor kept of parties who never traded', async () => {
  const since = await laterTime()
  await transfer('USDC', trader, friend)
  await desk.mine(70)
  await read(['USDC'], since)
  await ctx.db.referredTrader.updateMany({ data: { decidedTo: 3_000_000_000n } })
  await readOn()
  expect(await ctx.db.fundingRead.count()).toBe(0)
  expect(await deleteUselessFundings(ctx.db, 0)).toBe(0)
  expect(await deleteUselessFundings(ctx.db, 4_000_000_000)).toBe(1)
})
