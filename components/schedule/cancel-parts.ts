import type { Config } from 'wagmi'
import type { ServedNetwork } from '@/components/app/settings'
import { cancelBySignature } from '@/components/orders/actions/cancel-orders'
import { fetchOrdersByUids } from '@/lib/client/api'
import { isCancellable, type ShownOrder } from '@/lib/client/orders/shown-order'
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { canBatch, waitForBatch } from '@/lib/client/wallet/batch-calls'
import { sendInvalidation, sendInvalidations } from '@/lib/client/wallet/invalidate-order'
import { TransactionError } from '@/lib/client/wallet/transaction-error'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Work = {
  readonly owner: Address
  readonly network: ServedNetwork
  readonly settlementContract: Address
  /** Open parts of one schedule. */
  readonly orders: readonly ShownOrder[]
}

/**
 * Cancels open orders of one owner: signed ones by one signature, presigned ones on chain, by one confirmation where the
 * wallet batches calls. Orders that have ended meanwhile are left out.
 *
 * @throws the wallet's or the service's error; some orders may be cancelled then.
 */
export async function cancelParts(config: Config, { orders, ...work }: Work): Promise<void> {
  const { network } = work
  const views = await fetchOrdersByUids(
    network.name,
    orders.map(({ uid }) => uid),
  )
  const open = new Set(views.flatMap(({ uid, status }) => (status === 'open' ? uid : [])))
  const rest = orders.filter(({ uid }) => open.has(uid))
  const signed = rest.filter(isCancellable)
  const others = rest.filter((order) => !isCancellable(order))
  if (signed.length > 0) {
    const signal = new AbortController().signal
    const uids = signed.map(({ uid }) => uid)
    await cancelBySignature(config, { ...work, uids, orders: signed, signal, onSent: () => {} })
  }
  if (others.length > 0) await cancelOnChain(config, { ...work, orders: others })
}

async function cancelOnChain(
  config: Config,
  { owner, network, settlementContract, orders }: Work,
): Promise<void> {
  const { chainId } = network
  await walletClientOn(config, network)
  if (await canBatch(config, { chainId, account: owner })) {
    const id = await sendInvalidations(config, { chainId, settlementContract, orders })
    const outcome = await waitForBatch(config, id).catch(() => 'done')
    if (outcome === 'failed') throw new TransactionError('reverted')
    return
  }
  for (const order of orders) {
    const hash: Hex = await sendInvalidation(config, { chainId, settlementContract, order })
    await waitForSuccess(config, { chainId, hash })
  }
}
