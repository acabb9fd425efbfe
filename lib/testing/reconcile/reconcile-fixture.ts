import { privateKeyToAccount } from 'viem/accounts'
import { digestAffiliateCode } from '@/lib/affiliate/registration/affiliate-digest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { reconcile } from '@/lib/reconcile/reconcile'
import { reconcileRole } from '@/lib/reconcile/reconcile-role'
import { listOpenViolations, saveChecks } from '@/lib/reconcile/violation-store'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { send } from '@/lib/testing/auctions/test-settlement'
import { invalidation, presignature } from '@/lib/testing/chain/index-fixture'
import { repeat } from '@/lib/testing/until'

/** A settled, cancelled and presigned history whose rows each test finds unbroken. */
export type ReconcileFixture = {
  readonly ctx: Context
  /** The uid of a filled order, and of one that waits. */
  readonly filled: Hex
  readonly waiting: Hex
  /** The invariants that are broken, by the second look at once. */
  readonly broken: (ctx?: Context) => Promise<number[]>
  /** Saves a check of everything, and returns the open violations as `invariant subject`. */
  readonly save: () => Promise<string[]>
  /** The rows of the tables that hold events and states. */
  readonly rows: () => Promise<unknown>
  readonly restore: () => Promise<void>
}

const chainId = 1
const ether = 10n ** 18n
const { signal } = new AbortController()

/** Tables that tests corrupt. */
const tables = [
  ...['orders', 'order_quotes', 'quotes', 'app_data', 'trades', 'settlements', 'presignatures'],
  ...['order_invalidations', 'indexed_blocks', 'auctions', 'solutions', 'settlement_transactions'],
  ...['notifications', 'deliveries', 'subscriptions', 'affiliates', 'affiliate_signatures'],
  ...['banned_accounts', 'invariant_checks', 'invariant_violations', 'incidents', 'leaders'],
]

/** Opens the fixture: two settlements, a cancellation and a presignature on chain, a registration, and a copy of all rows. */
export async function openReconcileFixture(solver: SolverFixture): Promise<ReconcileFixture> {
  const { ctx, network } = solver
  const { db } = ctx
  await repeat(() => discoverPools(ctx, { chainId }), Boolean)
  const document = '{"version":"1.1.0","metadata":{}}'
  await db.appData.create({ data: { hash: hashAppData(document), document } })
  const first = await solver.place(1, { buyAmount: 10n ** 6n, appData: hashAppData(document) })
  await solver.settle()
  await solver.index()
  const sold = { sellToken: solver.token('DAI'), buyToken: solver.token('USDT') }
  await solver.place(2, { ...sold, sellAmount: 500n * ether, buyAmount: 10n ** 6n })
  await solver.settle()
  const cancelled = await solver.place(3, { buyAmount: 10n ** 30n })
  await send(network, invalidation(cancelled))
  const waiting = await solver.place(4, { buyAmount: 10n ** 30n })
  await send(network, presignature(waiting, true))
  await solver.index()
  await register(ctx, network.accounts[5]?.privateKey ?? '0x')
  await db.leader.create({ data: { role: reconcileRole(chainId), epoch: 1n } })
  await copy(ctx)
  return {
    ctx,
    filled: first.uid,
    waiting: waiting.uid,
    broken: async (of = ctx) => {
      const { findings, problems } = await reconcile(of, {
        ...{ chainId, scope: 'sample', open: [], signal, confirmMs: 0 },
      })
      if (problems.length > 0) throw new Error(problems.join())
      return [...new Set(findings.map(({ invariant }) => invariant))].sort((a, b) => a - b)
    },
    save: async () => {
      const startedAt = new Date()
      const open = await listOpenViolations(db, chainId)
      const run = { chainId, scope: 'complete' as const }
      const result = await reconcile(ctx, { ...run, open, signal, confirmMs: 0 })
      if (result.problems.length > 0) throw new Error(result.problems.join())
      await saveChecks(db, { ...result, ...run, startedAt, at: new Date() })
      const now = await listOpenViolations(db, chainId)
      return now.map(({ invariant, subject }) => `${invariant} ${subject}`)
    },
    rows: async () => {
      const place = { orderBy: [{ blockNumber: 'asc' as const }, { logIndex: 'asc' as const }] }
      return {
        trades: await db.trade.findMany(place),
        settlements: await db.settlement.findMany(place),
        presignatures: await db.presignature.findMany(place),
        invalidations: await db.orderInvalidation.findMany(place),
        orders: await db.order.findMany({ orderBy: { uid: 'asc' } }),
        blocks: await db.indexedBlock.findMany({ orderBy: { number: 'asc' } }),
        notified: await db.notification.findMany({ select: { id: true }, orderBy: { id: 'asc' } }),
      }
    },
    restore: () => restore(ctx),
  }
}

async function register({ db, config }: Context, privateKey: Hex): Promise<void> {
  const wallet = privateKeyToAccount(privateKey)
  const walletAddress = wallet.address.toLowerCase() as Hex
  const code = 'RECONCILE'
  const digest = digestAffiliateCode(config.affiliateName, { walletAddress, code })
  const signedMessage = await wallet.sign({ hash: digest })
  const createdAt = new Date()
  const own = { walletAddress, signedMessage, createdAt }
  await db.affiliateSignature.create({ data: { ...own, digest } })
  await db.affiliate.create({
    data: {
      ...{ ...own, code, rewardAmount: 1, triggerVolume: 1, volumeCap: 1, timeCapDays: 1 },
      ...{ affiliatePercent: 50, traderPercent: 40, daoPercent: 10 },
    },
  })
}

async function copy({ db }: Context): Promise<void> {
  await db.$executeRawUnsafe('CREATE SCHEMA unbroken')
  for (const table of tables)
    await db.$executeRawUnsafe(`CREATE TABLE unbroken.${table} AS TABLE ${table}`)
}

/** Without foreign keys, in whose order the tables would have to be emptied. */
async function restore({ db }: Context): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
    for (const table of tables) {
      await tx.$executeRawUnsafe(`DELETE FROM ${table}`)
      await tx.$executeRawUnsafe(`INSERT INTO ${table} SELECT * FROM unbroken.${table}`)
    }
  })
}
