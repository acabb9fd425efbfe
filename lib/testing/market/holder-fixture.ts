import { erc20Abi } from 'viem'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Database } from '@/lib/db/database'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import {
  createRpc,
  quantity,
  type Rpc,
  sendTransaction,
  type UnlockedTransaction,
} from '@/lib/devnet/rpc'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import type { ChainParts } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { backfillHolders } from '@/lib/tokens/holders/backfill-holders'
import { findTopHolders } from '@/lib/tokens/holders/find-top-holders'
import { saveToken } from '@/lib/tokens/token-store'

const chainId = 1

/** The leadership under which the tests index holders. */
export const holderLeadership = { chainId, role: marketRole(chainId), epoch: 1n } as const

type TestContext = ReturnType<typeof createTestContext>

/** A transaction, optionally with native value. */
export type TestCall = UnlockedTransaction & { readonly value?: Hex }

/** Atoms by account. */
export type Balances = Readonly<Record<Address, bigint>>

/**
 * The setting for tests of holders: a chain, and a database with its token list, reset for each
 * test.
 */
export type HolderFixture = {
  readonly network: TestNetwork
  readonly rpc: Rpc
  readonly db: Database
  readonly ctx: TestContext
  /** Returns the address of a token by its symbol. */
  readonly token: (symbol: string) => Address
  readonly send: (call: TestCall) => Promise<void>
  readonly mine: (blocks: number) => Promise<unknown>
  /** Reorgs the newest `depth` blocks into as many that hold these calls, by block offset. */
  readonly reorganise: (
    depth: number,
    calls?: readonly (readonly [TestCall, number])[],
  ) => Promise<unknown>
  /** Indexes the market to the head. */
  readonly index: () => Promise<void>
  /** Backfills the holders of all tracked tokens up to the index, and verifies their balances. */
  readonly backfill: () => Promise<void>
  /** Returns the balances of a token that the service reports. */
  readonly served: (token: Address) => Promise<Balances>
  /** Returns the balances by the token's contract of every account in its logs. */
  readonly held: (token: Address) => Promise<Balances>
  /** Every row about holders. */
  readonly rows: () => ReturnType<typeof rowsOf>
  /** The same rows of a fresh index. */
  readonly freshRows: () => ReturnType<typeof rowsOf>
}

/** What a file sets for its {@link HolderFixture}. */
export type HolderOptions = {
  /** The listed tokens; all by default. */
  readonly symbols?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Opens the fixture for one test. */
export async function openHolderFixture(
  { network, openDatabase }: ChainParts,
  options: HolderOptions,
): Promise<HolderFixture> {
  const rpc = createRpc(network.rpcUrl)
  const open = async () => {
    const { db } = await openDatabase()
    await db.leader.create({ data: { role: holderLeadership.role, epoch: 1n } })
    for (const { symbol, name, address, decimals } of listDevnetTokens(chainId)) {
      if (options.symbols?.includes(symbol) === false) continue
      const facts = { symbol, name, address, decimals, unsupported: undefined }
      await saveToken(db, { chainId, ...facts, listed: true })
    }
    return createTestContext({
      db,
      rpcUrls: new Map([[chainId, network.rpcUrl]]),
      environment: { EMBEDDED_CHAIN_IDS: String(chainId), ...options.environment },
    })
  }
  const ctx = await open()
  return {
    network,
    rpc,
    db: ctx.db,
    ctx,
    token: (symbol) => network.tokens[symbol] ?? '0x',
    send: async (call) => {
      await sendTransaction(rpc, call)
    },
    mine: (blocks) => rpc('anvil_mine', [quantity(blocks)]),
    reorganise: (depth, calls = []) =>
      rpc('anvil_reorg', [
        depth,
        calls.map(([call, offset]) => [{ ...call, gas: '0xf4240' }, offset]),
      ]),
    index: () => indexAll(ctx),
    backfill: () => backfillAll(ctx),
    served: async (token) => {
      const answer = await findTopHolders(ctx, { chainId, token, limit: 1_000 })
      const pairs = answer?.holders.map(({ address, balance }) => [address, balance] as const)
      return Object.fromEntries(pairs ?? [])
    },
    held: (token) => heldOf(ctx, token),
    rows: () => rowsOf(ctx),
    freshRows: async () => {
      const fresh = await open()
      await indexAll(fresh)
      await backfillAll(fresh)
      return rowsOf(fresh)
    },
  }
}

async function indexAll(ctx: TestContext): Promise<void> {
  await repeat(
    () => indexMarket(ctx, holderLeadership),
    (state) => state !== 'behind',
  )
}

async function backfillAll(ctx: TestContext): Promise<void> {
  await repeat(
    () => backfillHolders(ctx, holderLeadership),
    (state) => state !== 'again',
  )
  // Each run verifies one token.
  for (const _ of listDevnetTokens(chainId)) await backfillHolders(ctx, holderLeadership)
}

/** Every topic of the token's logs that may be an address counts as an account. */
async function heldOf(ctx: TestContext, token: Address): Promise<Balances> {
  const { client } = ctx.chain(chainId)
  const logs = await client.getLogs({ address: token, fromBlock: 0n, toBlock: 'latest' })
  const topics = new Set(logs.flatMap((log) => log.topics.slice(1)))
  const held: Record<Address, bigint> = {}
  for (const topic of topics) {
    const account = toAddress(`0x${topic.slice(26)}`)
    const args = [account] as const
    const balance = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args,
    })
    if (balance > 0n && account !== zeroAddress) held[account] = balance
  }
  return held
}

async function rowsOf({ db }: TestContext) {
  return {
    holders: await db.tokenHolder.findMany({ orderBy: [{ token: 'asc' }, { holder: 'asc' }] }),
    transfers: await db.tokenTransfer.findMany({
      orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }],
    }),
  }
}
