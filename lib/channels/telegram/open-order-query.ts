import { type Identity, networksInScope } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { toRecord } from '@/lib/orders/order-columns'
import type { OrderRecord } from '@/lib/orders/order-record'

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
