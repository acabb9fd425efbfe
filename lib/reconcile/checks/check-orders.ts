import { encodeFunctionData, keccak256, stringToHex } from 'viem'
import { listAppDataTexts } from '@/lib/app-data/app-data-store'
import { findTip } from '@/lib/chain/block-store'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readOrderEvents } from '@/lib/chain-events/order-event-query'
import { noEvents } from '@/lib/chain-events/order-events'
import type { Context } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { toUnixSeconds } from '@/lib/core/time'
import { inSnapshot, type Transaction } from '@/lib/db/database'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { type Found, joinFound, type Scan } from '@/lib/reconcile/invariant'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { findChainFinding, findOrderFindings } from './order-findings'
import { listFills, listInvalidations, listUidsAfter, sampleOrderUids } from './order-query'
import { listWrongOrderQuotes } from './row-query'

/** Orders of each kind in a sample: filled lately, open, random. */
const sampleSize = 100
/** Orders that a page of a complete check reads. */
const pageSize = 400

/**
 * Checks orders against their events, their documents and the settlement contract: executed amounts (1), fill-or-kill (2),
 * limit prices (4), uids (5), derived state (6), the copies of quotes (14) and documents (15).
 */
export async function checkOrders(ctx: Context, scan: Scan): Promise<Found> {
  const { chainId, scope, again, signal } = scan
  if (scope === 'sample') {
    const tip = await findTip(ctx.db, settlementIndex(chainId))
    const window = 2n * BigInt(ctx.chain(chainId).network.reorgBlocks)
    const sampled = await sampleOrderUids(ctx.db, {
      chainId,
      fromBlock: maxAmount((tip?.number ?? 0n) - window, 0n),
      start: keccak256(stringToHex(`${chainId} ${ctx.now()}`)),
      limit: sampleSize,
    })
    const uids = new Set([...sampled, ...((again.get('order') ?? []) as Hex[])])
    return checkUids(ctx, chainId, [...uids])
  }
  const found: Found[] = []
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    const { uids, last } = await listUidsAfter(ctx.db, { chainId, after, limit: pageSize })
    if (uids.length > 0) found.push(await checkUids(ctx, chainId, uids))
    after = last
  }
  return joinFound(found)
}

async function checkUids(ctx: Context, chainId: number, uids: readonly Hex[]): Promise<Found> {
  const rows = await inSnapshot(ctx.db, (tx) => readRows(tx, chainId, uids))
  const { tip, orders, events, documents } = rows
  const fills = groupBy(rows.fills, ({ orderUid }) => orderUid)
  const nowSeconds = toUnixSeconds(ctx.now())
  const findings = orders.flatMap((order) =>
    findOrderFindings({
      order,
      events: events.get(order.uid) ?? noEvents,
      fills: fills.get(order.uid) ?? [],
      document: documents.get(order.appData),
      nowSeconds,
    }),
  )
  for (const { id, detail } of rows.wrongQuotes)
    findings.push({ invariant: 14, subject: `order ${id}`, detail })
  if (!tip) return { items: orders.length, findings }
  const invalidations = groupBy(rows.invalidations, ({ orderUid }) => orderUid)
  const head = await newestHead(ctx, chainId)
  const at = minAmount(tip.number, head.number)
  const amounts = await readFilledAmounts(ctx, chainId, { orders, at })
  const placers = new Set<string>(ctx.config.onchainOrderContracts.get(chainId) ?? [])
  orders.forEach((order, index) => {
    const until = <T extends { readonly blockNumber: bigint }>(list: readonly T[] = []) =>
      list.filter(({ blockNumber }) => blockNumber <= at)
    const filledAmount = wordAt(amounts[index], 0)
    if (filledAmount === undefined) throw new Error('the settlement contract does not answer')
    const invalidated = until(invalidations.get(order.uid))
    const finding = findChainFinding({
      order,
      fills: until(fills.get(order.uid)),
      isInvalidated: invalidated.length > 0,
      isInvalidatedByOwner: invalidated.some(({ sender }) => !placers.has(sender)),
      filledAmount,
      timestamp: head.timestamp,
    })
    if (finding) findings.push(finding)
  })
  return { items: orders.length, findings }
}

async function readRows(tx: Transaction, chainId: number, uids: readonly Hex[]) {
  const orders = (await listOrdersByUids(tx, uids)).filter((order) => order.chainId === chainId)
  return {
    orders,
    tip: await findTip(tx, settlementIndex(chainId)),
    events: await readOrderEvents(tx, uids),
    fills: await listFills(tx, chainId, uids),
    invalidations: await listInvalidations(tx, chainId, uids),
    wrongQuotes: await listWrongOrderQuotes(
      tx,
      orders.map(({ uid }) => uid),
    ),
    documents: await listAppDataTexts(
      tx,
      orders.map(({ appData }) => appData),
    ),
  }
}

function readFilledAmounts(
  ctx: Context,
  chainId: number,
  { orders, at }: { readonly orders: readonly OrderRecord[]; readonly at: bigint },
) {
  const reads = orders.map(({ uid, settlementContract }) => ({
    target: settlementContract,
    callData: encodeFunctionData({
      abi: settlementAbi,
      functionName: 'filledAmount',
      args: [uid],
    }),
  }))
  return aggregateReads(ctx.chain(chainId), { blockNumber: at, reads })
}
