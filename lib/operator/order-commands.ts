import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import { toUnixSeconds } from '@/lib/core/time'
import { getOpenOrders, saveCancelledOrders } from '@/lib/orders/cancellation/cancel-open-orders'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { OrderStatus } from '@/prisma/generated/client'
import type { Change, Command, Invocation, Row } from './command'
import { changeOptions, UsageError } from './options'
import { listOrders } from './order-query'
import { readAddress, readLimit, readNetwork, readUid } from './parameters'
/** Commands that list orders and cancel them by policy (spec: States and transitions). */
export const orderCommands: readonly Command[] = [
  {
    name: 'orders list',
    parameters: '',
    summary: 'List the newest orders (default --limit 50).',
    options: ['network', 'owner', 'status', 'limit'],
    list: showOrders,
  },
  {
    name: 'orders cancel',
    parameters: '<uid>… | --all-of <owner>',
    summary: 'Cancel open orders by policy, on any network. Owners are notified of the reason.',
    options: ['all-of', 'network', ...changeOptions],
    plan: planCancellations,
  },
]

async function showOrders(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  if (parameters.length > 0) throw new UsageError(`"${parameters[0]}" is an unexpected argument.`)
  const orders = await listOrders(ctx.db, {
    chainId: options.network === undefined ? undefined : readNetwork(options.network).chainId,
    owner: options.owner === undefined ? undefined : readAddress(options.owner),
    status: options.status === undefined ? undefined : readStatus(options.status),
    limit: readLimit(options.limit),
  })
  return orders.map((order) => ({
    network: getNetwork(order.chainId).name,
    status: order.status,
    created: order.createdAt.toISOString(),
    ends: new Date(order.trueValidTo * 1000).toISOString(),
    owner: order.owner,
    uid: order.uid,
  }))
}

async function planCancellations(ctx: Context, invocation: Invocation): Promise<Change[]> {
  const uids = await namedUids(ctx, invocation)
  const orders = await listOrdersByUids(ctx.db, uids)
  const byUid = new Map(orders.map((order) => [order.uid, order]))
  const nowSeconds = toUnixSeconds(ctx.now())
  const changes: Change[] = []
  for (const uid of uids) {
    const order = byUid.get(uid)
    if (!order) throw new ServiceError('OrderNotFound', `there is no order with the uid ${uid}`)
    await getOpenOrders(ctx.db, { chainId: order.chainId, uids: [uid] }, nowSeconds)
    changes.push(cancellationOf(order))
  }
  return changes
}

function cancellationOf({ uid, chainId, owner, signed }: OrderRecord): Change {
  const notified = signed
    ? 'and its owner is notified'
    : 'and nobody is notified, since its owner never signed it'
  return {
    action: 'cancel-order',
    target: uid,
    effect: `open order of ${owner} on ${getNetwork(chainId).name} becomes cancelled, ${notified}`,
    details: { chainId, owner },
    apply: async (tx, { reason, at }) =>
      saveCancelledOrders(tx, { chainId, uids: [uid], reason: `policy: ${reason}` }, at),
  }
}

async function namedUids(ctx: Context, { parameters, options }: Invocation): Promise<Hex[]> {
  const allOf = options['all-of']
  if (allOf === undefined) {
    if (options.network !== undefined) throw new UsageError('--network requires --all-of.')
    if (parameters.length === 0)
      throw new UsageError('Order uids or --all-of <owner> are required.')
    return [...new Set(parameters.map(readUid))]
  }
  if (parameters.length > 0)
    throw new UsageError('Pass either order uids or --all-of <owner>, not both.')
  const owner = readAddress(allOf)
  const orders = await listOrders(ctx.db, {
    owner,
    chainId: options.network === undefined ? undefined : readNetwork(options.network).chainId,
    status: 'open',
    endsAfter: toUnixSeconds(ctx.now()),
  })
  if (orders.length === 0) throw new ServiceError('OrderNotFound', `${owner} has no open order`)
  return orders.map(({ uid }) => uid)
}

function readStatus(text: string): OrderStatus {
  const status = Object.values(OrderStatus).find((each) => each === text)
  if (status) return status
  throw new UsageError(`--status must be one of ${Object.values(OrderStatus).join(', ')}.`)
}
