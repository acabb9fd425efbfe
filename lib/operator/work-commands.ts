import { listSplits } from '@/lib/chain/nodes/splits'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { getNetwork, networks } from '@/lib/core/networks'
import { releaseOrder } from '@/lib/orders/state/order-state-store'
import { reviveDelivery } from '@/lib/outbox/delivery-store'
import { findAttackedPools } from '@/lib/settlements/auctioneer/attacked-pools'
import { findProvenOnly, listCostlyReverts } from '@/lib/settlements/auctioneer/costly-reverts'
import { isWithinRefundShare } from '@/lib/settlements/books/loss-budget'
import { listAccountProblems } from '@/lib/settlements/books/solver-account-store'
import type { Change, Command, Invocation, Row } from './command'
import { changeOptions, UsageError } from './options'
import { readLimit } from './parameters'
import {
  type DeadDelivery,
  listAbandonedSettlements,
  listDeadDeliveries,
  listQuarantinedOrders,
  type QuarantinedOrder,
} from './work-query'
/** Commands for work that was abandoned after repeated failures. */
export const workCommands: readonly Command[] = [
  {
    name: 'work list',
    parameters: '',
    summary:
      'List problems of the solver account and its private endpoints, nodes that disagree, attacked pools, refunds that wait, dead deliveries, quarantined orders and settlements that were never mined.',
    options: ['limit'],
    list: showWork,
  },
  {
    name: 'work replay',
    parameters: '<id>…',
    summary: 'Retry dead deliveries (by id) and quarantined orders (by uid).',
    options: changeOptions,
    plan: planReplays,
  },
]

async function showWork(ctx: Context, { options }: Invocation): Promise<Row[]> {
  const limit = readLimit(options.limit)
  const [splits, deliveries, orders, settlements, accounts] = await Promise.all([
    listSplits(ctx),
    listDeadDeliveries(ctx.db, { limit }),
    listQuarantinedOrders(ctx.db, { limit, at: new Date(ctx.now()) }),
    listAbandonedSettlements(ctx.db, { limit }),
    listAccountProblems(ctx.db),
  ])
  const leftOut = await Promise.all(
    networks.map(async ({ chainId, name }) => {
      const costly = await listCostlyReverts(ctx, chainId)
      const pools = costly ? await findAttackedPools(ctx, chainId, costly) : []
      return {
        name,
        pools: [...pools],
        isProvenOnly: costly && findProvenOnly(costly) !== undefined,
      }
    }),
  )
  const waiting = await Promise.all(
    networks.map(async ({ chainId, name }) =>
      (await isWithinRefundShare(ctx, chainId)) ? undefined : name,
    ),
  )
  const at = new Date(ctx.now()).toISOString()
  return [
    ...accounts.flatMap((account) => {
      const row = { kind: 'solver', replay: 'no', id: account.address, at }
      return [account.fundsProblem, account.booksProblem, account.relayProblem].flatMap(
        (problem) => (problem ? [{ ...row, problem: `${nameOf(account)}: ${problem}` }] : []),
      )
    }),
    ...leftOut.flatMap(({ name, pools }) =>
      pools.map((id) => {
        const problem = `left out on ${name}: reverts through it cost more than a quarter of LOSS_PER_DAY`
        return { kind: 'pool', replay: 'no', id, at, problem }
      }),
    ),
    ...leftOut.flatMap(({ name, isProvenOnly }) => {
      if (!isProvenOnly) return []
      const problem = `contracts without earlier trades are left out on ${name}: reverts of untrusted code cost more than a quarter of LOSS_PER_DAY`
      return [{ kind: 'contracts', replay: 'no', id: name, at, problem }]
    }),
    ...waiting.flatMap((name) => {
      if (name === undefined) return []
      const problem = `refunds wait on ${name}: those of 24 hours cost more than a quarter of LOSS_PER_DAY`
      return [{ kind: 'refunds', replay: 'no', id: name, at, problem }]
    }),
    ...splits.map(({ chainId, subject, host, since }) => ({
      kind: 'nodes',
      replay: 'no',
      id: host,
      at: since.toISOString(),
      problem: `reports other ${subject} of ${nameOf({ chainId })} than the pinned node`,
    })),
    ...deliveries.map((delivery) => ({
      kind: 'delivery',
      replay: 'yes',
      id: String(delivery.id),
      at: delivery.dueAt.toISOString(),
      problem: `${delivery.attempts} attempts: ${delivery.lastError ?? 'no error recorded'}`,
    })),
    ...orders.map((order) => ({
      kind: 'order',
      replay: 'yes',
      id: order.uid,
      at: order.createdAt.toISOString(),
      problem: `${order.failedSettlements} consecutive settlements failed on ${nameOf(order)}; excluded until ${order.frozenUntil.toISOString()}`,
    })),
    ...settlements.map((settlement) => ({
      kind: 'settlement',
      // Its orders are in auctions again; sending the old transaction again could only fill them twice.
      replay: 'no',
      id: settlement.txHash,
      at: settlement.createdAt.toISOString(),
      problem: `not mined on ${nameOf(settlement)}: ${settlement.error ?? 'deadline passed'}`,
    })),
  ]
}

async function planReplays(ctx: Context, { parameters }: Invocation): Promise<Change[]> {
  if (parameters.length === 0) throw new UsageError('Pass ids from work list.')
  const { ids, uids } = readWorkIds([...new Set(parameters)])
  const [deliveries, orders] = await Promise.all([
    listDeadDeliveries(ctx.db, { limit: ids.length, ids }),
    listQuarantinedOrders(ctx.db, { limit: uids.length, uids, at: new Date(ctx.now()) }),
  ])
  const found = new Set<bigint | Hex>([...deliveries, ...orders].map(idOf))
  const missing = [...ids, ...uids].find((id) => !found.has(id))
  if (missing !== undefined) throw notDead(missing)
  return [...deliveries.map(replayOfDelivery), ...orders.map(replayOfOrder)]
}

function replayOfDelivery({ id, notificationId, attempts, lastError }: DeadDelivery): Change {
  return {
    action: 'replay-delivery',
    target: String(id),
    effect: 'the notification is sent again, with a full retry schedule',
    details: { notificationId, attempts, lastError: lastError ?? null },
    apply: async (tx, { at }) => {
      const revival = await reviveDelivery(tx, { id, at })
      if (revival === 'not-dead' || revival === 'taken-back') throw notDead(id)
      if (revival === 'stopped' || revival === 'forgotten') throw endpointDisabled(id)
    },
  }
}

function replayOfOrder(order: QuarantinedOrder): Change {
  const { uid, chainId, failedSettlements } = order
  return {
    action: 'replay-order',
    target: uid,
    effect: `the order returns to auctions on ${nameOf(order)}`,
    details: { chainId, failedSettlements },
    apply: async (tx, { at }) => {
      if (!(await releaseOrder(tx, { uid, at }))) throw notDead(uid)
    },
  }
}

function readWorkIds(texts: readonly string[]): { ids: bigint[]; uids: Hex[] } {
  const ids: bigint[] = []
  const uids: Hex[] = []
  for (const text of texts) {
    const uid = parseHex(text, 56)
    if (uid) uids.push(uid)
    else if (/^[1-9][0-9]{0,17}$/.test(text)) ids.push(BigInt(text))
    else throw new UsageError(`"${text}" is neither a delivery id nor an order uid.`)
  }
  return { ids, uids }
}

function idOf(work: DeadDelivery | QuarantinedOrder): bigint | Hex {
  return 'uid' in work ? work.uid : work.id
}

function nameOf({ chainId }: { readonly chainId: number }): string {
  return getNetwork(chainId).name
}

function endpointDisabled(id: bigint): ServiceError {
  const description = `the endpoint of delivery ${id} is disabled; its owner must enable it first`
  return new ServiceError('Conflict', description)
}

function notDead(id: bigint | Hex): ServiceError {
  const what = typeof id === 'bigint' ? `delivery ${id} is not dead` : `${id} is not quarantined`
  return new ServiceError('NotFound', `${what}; see work list`)
}
