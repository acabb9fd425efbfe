import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'
import { toRecord } from '@/lib/orders/order-columns'
import type { OrderRecord } from '@/lib/orders/order-record'

/** The accounts whose notifications a chat gets, by the digests of the chat. */
export async function listAccountsOfChat(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<Address[]> {
  const rows = await db.subscription.findMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
    orderBy: { createdAt: 'asc' },
    distinct: ['account'],
    select: { account: true },
  })
  return rows.map(({ account }) => account as Address)
}

/** Removes all subscriptions of a chat with their deliveries, and returns how many there were. */
export async function deleteChat(db: Transaction, targetKeys: readonly string[]): Promise<number> {
  const { count } = await db.subscription.deleteMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
  })
  return count
}

type OpenOrders = {
  readonly accounts: readonly Address[]
  readonly chainIds: readonly number[]
  /** Unix seconds. */
  readonly now: number
  readonly limit: number
}

/** The newest open orders of accounts, on some networks. */
export async function listOpenOrders(
  db: Transaction,
  { accounts, chainIds, now, limit }: OpenOrders,
): Promise<OrderRecord[]> {
  const any = { in: [...accounts] }
  const rows = await db.order.findMany({
    where: {
      chainId: { in: [...chainIds] },
      status: 'open',
      signed: true,
      trueValidTo: { gt: BigInt(now) },
      OR: [{ owner: any }, { onchainSender: any }],
    },
    orderBy: [{ createdAt: 'desc' }, { uid: 'asc' }],
    take: limit,
  })
  return rows.map(toRecord)
}
