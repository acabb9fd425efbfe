import { toHex } from 'viem'
import { attributeTraders } from '@/lib/affiliate/attribution/attribute-traders'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { type Database, toDecimal } from '@/lib/db/database'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { saveToken } from '@/lib/tokens/token-store'

const chainId = 1
const { usdToken } = getNetwork(chainId)

/** A token priced at one dollar. */
export const oddToken: Address = `0x${'0dd'.repeat(13)}0`

/** The fixed time of the tests' clock in Unix seconds: a Wednesday, noon UTC. */
export const fixtureNow = 1_800_446_400

const halfDay = 43_200

/** A trade to store: buys or sells the odd token for a number of dollars. */
export type FixtureTrade = {
  readonly trader: Address
  readonly code?: string | undefined
  /** Unix seconds; also the block number. */
  readonly at: number
  readonly direction?: 'buy' | 'sell'
  readonly usd?: number
  readonly token?: Address
  /** Trades that share a hash belong to the same settlement. */
  readonly txHash?: `0x${string}`
  readonly onchainSender?: Address
  /** The order's receiver, if not the trader. */
  readonly receiver?: Address
  /** Whether this service settled it; true by default. */
  readonly isOurs?: boolean
}

/** The indexed head and the finalized block of settlements, each both a Unix time in seconds and a block number. */
type Indexed = { readonly tip?: number; readonly final?: number }

const terms: ProgrammeTerms = {
  rewardAmount: 20_000_000n,
  triggerVolume: 1_000_000_000n,
  volumeCap: 10_000_000_000n,
  timeCapDays: 90,
  affiliatePercent: 50,
  traderPercent: 40,
  daoPercent: 10,
}

/** A database with trades stored as rows, and the attribution of those trades. */
export type ReferralFixture = ReturnType<typeof fixtureOf>

/** Opens the fixture on an empty database. */
export async function openReferralFixture(
  database: TestDatabase,
  network: TestNetwork,
): Promise<ReferralFixture> {
  const fixture = fixtureOf(database, network)
  await fixture.open()
  return fixture
}

function fixtureOf({ db }: TestDatabase, network: TestNetwork) {
  const ctx = createTestContext({
    db,
    rpcUrls: new Map([[chainId, network.rpcUrl]]),
    now: fixtureNow * 1_000,
    environment: { EMBEDDED_CHAIN_IDS: String(chainId) },
  })
  let count = 0
  const indexed = async ({ tip = fixtureNow, final }: Indexed) => {
    await db.indexedBlock.deleteMany({ where: { indexer: 'settlements' } })
    await saveIndexed(db, 'settlements', tip)
    if (final !== undefined) await saveIndexed(db, 'settlements', final)
  }
  const attribute = (bounds?: { readonly maxTrades: number }) => attributeTraders(ctx, bounds)
  return {
    ctx,
    indexed,
    attribute,
    open: async () => {
      const facts = { name: undefined, symbol: undefined, unsupported: undefined }
      await saveToken(db, { chainId, address: usdToken, decimals: 6, ...facts })
      await saveToken(db, { chainId, address: oddToken, decimals: 18, listed: true, ...facts })
      await insertPrices(db)
      await saveIndexed(db, 'market', 2 * fixtureNow)
    },
    /** Deletes the rows stored by {@link register}, {@link trade} and attribution. */
    clear: async () => {
      await db.referralPayout.deleteMany()
      await db.referralDay.deleteMany()
      await db.affiliateDay.deleteMany()
      await db.referralTrade.deleteMany()
      await db.referredTrader.deleteMany()
      await db.affiliateSwitch.deleteMany()
      await db.affiliate.deleteMany()
      await db.accountFunding.deleteMany()
      await db.fundingRead.deleteMany()
      await db.cursor.deleteMany()
      await db.trade.deleteMany()
      await db.auction.deleteMany()
      await db.order.deleteMany()
    },
    /** Registers a code for a wallet. */
    register: async (input: {
      readonly wallet: Address
      readonly code: string
      readonly at?: number
      readonly terms?: Partial<ProgrammeTerms>
    }) => {
      const all = { ...terms, ...input.terms }
      const { id } = await db.affiliate.create({
        data: {
          ...all,
          rewardAmount: toDecimal(all.rewardAmount),
          triggerVolume: toDecimal(all.triggerVolume),
          volumeCap: toDecimal(all.volumeCap),
          walletAddress: input.wallet,
          code: input.code,
          signedMessage: '0x',
          createdAt: new Date((input.at ?? 0) * 1_000),
        },
      })
      return id
    },
    /** Stores an order and its trade; the block number equals the time. */
    trade: async (trade: FixtureTrade) => {
      const { trader, code, at, direction = 'buy', usd = 100, token = oddToken } = trade
      count += 1
      const isBuy = direction === 'buy'
      const [sellToken, buyToken] = isBuy ? [usdToken, token] : [token, usdToken]
      const dollars = BigInt(Math.round(usd * 1e6))
      // a fraction of a micro-dollar more, which rounding drops
      const atoms = dollars * 10n ** 12n + 10n ** 11n
      const amounts = isBuy ? [dollars, atoms] : [atoms, dollars]
      const onchainSender = trade.onchainSender
      const order = testOrder({
        owner: trader,
        sellToken,
        buyToken,
        referrerCode: code,
        onchainSender,
        receiver: trade.receiver ?? zeroAddress,
      })
      await insertOrder(db, order)
      const txHash = trade.txHash ?? toHex(count, { size: 32 })
      if (trade.isOurs !== false) await saveSettled(db, { txHash, uid: order.uid, at })
      const place = { chainId, blockHash: toHex(at, { size: 32 }), logIndex: count }
      await db.trade.create({
        data: {
          ...place,
          blockNumber: BigInt(at),
          timestamp: BigInt(at),
          txHash,
          orderUid: order.uid,
          knownUid: order.uid,
          owner: trader,
          sellToken,
          buyToken,
          sellAmount: String(amounts[0]),
          buyAmount: String(amounts[1]),
          feeAmount: '0',
        },
      })
      return place
    },
    /** Decides all trades older than two days: marks `final` as finalized and all fundings as read. */
    settle: async (final = fixtureNow - 100) => {
      await indexed({ final })
      await attribute()
      await db.fundingRead.updateMany({ data: { timestamp: BigInt(final) } })
      await attribute()
    },
    trades: () =>
      db.referralTrade.findMany({ orderBy: [{ timestamp: 'asc' }, { logIndex: 'asc' }] }),
    reasons: async () => {
      const rows = await db.referralTrade.findMany({
        orderBy: [{ timestamp: 'asc' }, { logIndex: 'asc' }],
      })
      return rows.map(({ reason }) => reason)
    },
  }
}

/** Inserts a pool of the odd token, with two candles per day in the weeks around {@link fixtureNow}. */
async function insertPrices(db: Database): Promise<void> {
  const pool = `0x${'0d'.repeat(20)}`
  const tokens = { token0: oddToken, token1: usdToken, feePpm: 3_000, factory: pool }
  const known = { chainId, address: pool, protocol: 'uniswap_v2' as const, createdBlock: 1n }
  await db.pool.create({ data: { ...known, ...tokens } })
  const price = 1e-12
  const depths = { depth0: String(10n ** 12n), depth1: String(10n ** 18n) }
  const begin = fixtureNow - 130 * halfDay
  await db.poolCandle.createMany({
    data: Array.from({ length: 150 }, (_, index) => ({
      ...{ chainId, pool, seconds: 300, at: begin + index * halfDay },
      ...{ open: price, high: price, low: price, close: price },
      ...{ volume0: 1, volume1: 1, swaps: 1, ...depths },
    })),
  })
}

async function saveIndexed(db: Database, indexer: string, at: number): Promise<void> {
  const hash = toHex(at, { size: 32 })
  const block = { number: BigInt(at), hash, parentHash: hash, timestamp: BigInt(at) }
  await db.indexedBlock.create({ data: { ...block, chainId, indexer } })
}

type Settled = { readonly txHash: Hex; readonly uid: Hex; readonly at: number }

/** Stores a signed settlement transaction of this service for an order. */
async function saveSettled(db: Database, { txHash, uid, at }: Settled): Promise<void> {
  const known = await db.settlementTransaction.findUnique({ where: { txHash } })
  if (known) {
    const orderUids = [...known.orderUids, uid]
    await db.settlementTransaction.update({ where: { txHash }, data: { orderUids } })
    return
  }
  const solverAddress = `0x${'50'.repeat(20)}`
  const place = { chainId, blockNumber: BigInt(at), deadlineBlock: BigInt(at) }
  const createdAt = new Date(at * 1_000)
  const transaction = { solverAddress, nonce: 1n, txHash, rawTransaction: '0x', epoch: 1n }
  const outcome = { score: 1, ranking: 1, isWinner: true, filteredOut: false, gas: 1n }
  const solution = { solver: 'fixture', solverAddress, ...outcome, clearingPrices: {}, orders: [] }
  const state = 'mined' as const
  const settled = { ...place, ...transaction, state, createdAt, orderUids: [uid] }
  const winner = { ...solution, transaction: { create: settled } }
  await db.auction.create({
    data: { ...place, blockHash: txHash, createdAt, solutions: { create: winner } },
  })
}
