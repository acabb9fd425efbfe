import type { Address } from '@/lib/core/address'
import { type Identity, networksInScope } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { toScope } from '@/lib/db/within'
import { toRecord } from '@/lib/orders/order-columns'
import type { OrderRecord } from '@/lib/orders/order-record'

/** Returns the accounts whose notifications a chat gets, by the digests of the chat. */
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

/** Returns the identities whose notifications a chat gets, with their networks. */
export async function listIdentitiesOfChat(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<Identity[]> {
  const rows = await db.subscription.findMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
    orderBy: { createdAt: 'asc' },
    select: { account: true, networks: true },
  })
  return rows.map(({ account, networks }) => ({
    account: account as Address,
    networks: toScope(networks),
  }))
}

/** Deletes all subscriptions of a chat with their deliveries and returns their number. */
export async function deleteChat(db: Transaction, targetKeys: readonly string[]): Promise<number> {
  const { count } = await db.subscription.deleteMany({
    where: { channel: 'telegram', targetKey: { in: [...targetKeys] } },
  })
  return count
}

type OpenOrders = {
  readonly identities: readonly Identity[]
  readonly chainIds: readonly number[]
  /** Unix seconds. */
  readonly now: number
  readonly limit: number
}

/** Returns the newest open orders of identities on some networks. */
export async function listOpenOrders(
  db: Transaction,
  { identities, chainIds, now, limit }: OpenOrders,
): Promise<OrderRecord[]> {
  const ofIdentity = ({ account, networks }: Identity) => ({
    chainId: { in: networksInScope(networks).filter((id) => chainIds.includes(id)) },
    OR: [{ owner: account }, { onchainSender: account }],
  })
  const rows = await db.order.findMany({
    where: {
      status: 'open',
      signed: true,
      trueValidTo: { gt: BigInt(now) },
      OR: identities.map(ofIdentity),
    },
    orderBy: [{ createdAt: 'desc' }, { uid: 'asc' }],
    take: limit,
  })
  return rows.map(toRecord)
}
