import type { IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import type { Database } from '@/lib/db/database'
import { createMarket, moveTransaction } from '@/lib/devnet/market/market-step'
import { createRpc, quantity, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import type { ChainParts } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'

const chainId = 1

/**
 * The opening of the tests' market in Unix seconds. It determines the prices, so that every run has the same ones; in
 * each of the first steps every token moves enough to be traded.
 */
export const testOpening = Date.UTC(2025, 3, 4) / 1_000

/** Trades every pool to its price at this many seconds after the market's opening. */
export type MarketTrade = { readonly marketSeconds: number }

/** The setting for tests of the market index; chain and database are reset for each test. */
export type MarketFixture = {
  readonly network: TestNetwork
  readonly rpc: Rpc
  readonly db: Database
  readonly ctx: Context
  /** Indexes to the head, or to where the index stops. */
  readonly index: () => Promise<IndexState>
  /** Swaps, candles and checkpoint. */
  readonly rows: () => ReturnType<typeof rowsOf>
  /** The same rows of a fresh index. */
  readonly freshRows: () => ReturnType<typeof rowsOf>
  /** Trades in a new block, `seconds` after the previous one. */
  readonly trade: (trade: MarketTrade, seconds: number) => Promise<void>
  /** Mines empty blocks, `seconds` apart. */
  readonly mine: (blocks: number, seconds?: number) => Promise<unknown>
  /** Reorgs the newest `depth` blocks into as many that hold these trades, by block offset. */
  readonly reorganise: (
    depth: number,
    trades?: readonly (readonly [MarketTrade, number])[],
  ) => Promise<unknown>
}

/** Opens the fixture for one test. */
export async function openMarketFixture({
  network,
  openDatabase,
}: ChainParts): Promise<MarketFixture> {
  const rpc = createRpc(network.rpcUrl)
  const open = async () => {
    const { db } = await openDatabase()
    await db.leader.create({ data: { role: marketRole(chainId), epoch: 1n } })
    return createTestContext({
      db,
      rpcUrls: new Map([[chainId, network.rpcUrl]]),
      environment: { EMBEDDED_CHAIN_IDS: String(chainId) },
    })
  }
  const ctx = await open()
  const transactionOf = ({ marketSeconds }: MarketTrade) => {
    const market = createMarket({ chainId, openedAt: testOpening })
    return moveTransaction(market(testOpening + marketSeconds))
  }
  return {
    network,
    rpc,
    db: ctx.db,
    ctx,
    index: () => indexAll(ctx),
    rows: () => rowsOf(ctx),
    freshRows: async () => {
      const fresh = await open()
      await indexAll(fresh)
      return rowsOf(fresh)
    },
    trade: async (trade, seconds) => {
      await rpc('evm_increaseTime', [seconds])
      await sendTransaction(rpc, transactionOf(trade))
    },
    mine: (blocks, seconds = 12) => rpc('anvil_mine', [quantity(blocks), quantity(seconds)]),
    reorganise: (depth, trades = []) => {
      const call = (trade: MarketTrade) => ({ ...transactionOf(trade), gas: quantity(15_000_000) })
      return rpc('anvil_reorg', [depth, trades.map(([trade, offset]) => [call(trade), offset])])
    },
  }
}

async function indexAll(ctx: Context): Promise<IndexState> {
  return repeat(
    () => indexMarket(ctx, { chainId, epoch: 1n }),
    (state) => state !== 'behind',
  )
}

async function rowsOf({ db }: Context) {
  return {
    swaps: await db.poolSwap.findMany({ orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }] }),
    candles: await db.poolCandle.findMany({
      orderBy: [{ seconds: 'asc' }, { at: 'asc' }, { pool: 'asc' }],
    }),
    cursor: await db.cursor.findMany({ where: { name: 'market' } }),
  }
}
