import { encodeFunctionData } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { Database } from '@/lib/db/database'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import type { TestTransaction } from '@/lib/testing/auctions/test-settlement'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import type { ChainParts } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import type { TestNetwork } from './test-network'

const chainId = 1

/** The leadership of the tests' indexer. */
export const testLeadership = { chainId, epoch: 1n } as const

/** The setting for tests of the indexer; chain and database are reset for each test. */
export type IndexFixture = {
  readonly network: TestNetwork
  readonly rpc: Rpc
  readonly db: Database
  /** An indexer of the embedded network, or of these nodes of a real one. */
  readonly context: (nodes?: readonly string[]) => ReturnType<typeof createTestContext>
  /** Indexes to the head, or to where the indexer stops. */
  readonly index: () => Promise<IndexState>
  readonly place: (orders: readonly NewOrder[]) => Promise<void>
  /** Every row derived from the chain alone. */
  readonly rows: () => ReturnType<typeof rowsOf>
  /** The same rows of a fresh index with these orders. */
  readonly freshRows: (orders: readonly NewOrder[]) => ReturnType<typeof rowsOf>
  readonly notified: () => ReturnType<typeof listNotified>
  /** Status of each order, in creation order. */
  readonly statuses: () => Promise<string[]>
  readonly mine: (blocks: number) => Promise<unknown>
  /** Reorgs the newest `depth` blocks into as many that hold these transactions, by block offset. */
  readonly reorganise: (
    depth: number,
    transactions?: readonly (readonly [TestTransaction, number])[],
  ) => Promise<unknown>
}

/** Opens the fixture for one test. */
export async function openIndexFixture({
  network,
  openDatabase,
}: ChainParts): Promise<IndexFixture> {
  const rpc = createRpc(network.rpcUrl)
  const open = async () => {
    const created = await openDatabase()
    await created.db.leader.create({ data: { role: `indexer/${chainId}`, epoch: 1n } })
    return created
  }
  const database = await open()
  const contextOf = ({ db }: TestDatabase, nodes?: readonly string[]) =>
    createTestContext({
      db,
      rpcUrls: new Map([[chainId, nodes?.join() ?? network.rpcUrl]]),
      environment: nodes ? {} : { EMBEDDED_CHAIN_IDS: String(chainId) },
    })
  return {
    network,
    rpc,
    db: database.db,
    context: (nodes) => contextOf(database, nodes),
    index: () => indexAll(contextOf(database)),
    place: (orders) => placeAll(database, orders),
    rows: () => rowsOf(database),
    freshRows: async (orders) => {
      const fresh = await open()
      await placeAll(fresh, orders)
      await indexAll(contextOf(fresh))
      return rowsOf(fresh)
    },
    notified: () => listNotified(database),
    statuses: async () => {
      const orders = await database.db.order.findMany({ orderBy: { createdAt: 'asc' } })
      return orders.map(({ status }) => status)
    },
    mine: (blocks) => rpc('anvil_mine', [`0x${blocks.toString(16)}`]),
    reorganise: (depth, transactions = []) =>
      rpc('anvil_reorg', [
        depth,
        transactions.map(([transaction, offset]) => [{ ...transaction, gas: '0xf4240' }, offset]),
      ]),
  }
}

async function indexAll(ctx: Context): Promise<IndexState> {
  return repeat(
    () => indexBlocks(ctx, testLeadership),
    (state) => state !== 'behind',
  )
}

async function placeAll({ db }: TestDatabase, orders: readonly NewOrder[]): Promise<void> {
  for (const order of orders) await insertOrder(db, order)
}

async function rowsOf({ db }: TestDatabase) {
  const place = { orderBy: [{ blockNumber: 'asc' as const }, { logIndex: 'asc' as const }] }
  return {
    trades: await db.trade.findMany(place),
    settlements: await db.settlement.findMany(place),
    invalidations: await db.orderInvalidation.findMany(place),
    presignatures: await db.presignature.findMany(place),
    placements: await db.orderPlacement.findMany(place),
    refunds: await db.orderRefund.findMany(place),
    orders: await db.order.findMany({ orderBy: { uid: 'asc' } }),
    cursor: await db.cursor.findMany({ where: { name: 'indexer' } }),
    // A fresh index reads finalized blocks in ranges, so it stores fewer of the lower blocks.
    blocks: await db.indexedBlock.findMany({ orderBy: { number: 'desc' }, take: 50 }),
  }
}

async function listNotified({ db }: TestDatabase) {
  const rows = await db.notification.findMany({ orderBy: { sequence: 'asc' } })
  return rows.map(({ id, type, orderUid, message, metadata }) => ({
    id,
    type,
    orderUid,
    message,
    ...(metadata as { txHash?: string; correction?: true; correctsId?: string }),
  }))
}

/** Returns the call by which an owner cancels an order on chain. */
export function invalidation({
  owner: from,
  uid,
}: Pick<NewOrder, 'owner' | 'uid'>): TestTransaction {
  const data = encodeFunctionData({
    abi: settlementAbi,
    functionName: 'invalidateOrder',
    args: [uid],
  })
  return { from, to: defaultSettlement, data }
}

/** Returns the call by which an owner presigns an order on chain, or revokes that. */
export function presignature(
  { owner: from, uid }: { owner: Hex; uid: Hex },
  signed: boolean,
): TestTransaction {
  const data = encodeFunctionData({
    abi: settlementAbi,
    functionName: 'setPreSignature',
    args: [uid, signed],
  })
  return { from, to: defaultSettlement, data }
}
