import type { Config } from 'wagmi'
import type { ServedNetwork } from '@/components/app/settings'
import { cancelOrders } from '@/lib/client/api'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { signCancellation } from '@/lib/client/sign-cancellation'
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { sendInvalidation } from '@/lib/client/wallet/invalidate-order'
import { whilePending } from '@/lib/client/wallet/pending-transaction'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Work = {
  readonly uids: readonly Hex[]
  readonly orders: readonly ShownOrder[]
  readonly owner: Address
  readonly network: ServedNetwork
  readonly settlementContract: Address
  readonly signal: AbortSignal
  /** Told when the wallet has signed or sent. */
  readonly onSent: () => void
}

/** Has the wallet sign that orders are cancelled, and the service take it. */
export async function cancelBySignature(config: Config, work: Work): Promise<void> {
  const { uids: orderUids, owner, network, settlementContract, signal, onSent } = work
  const client = await walletClientOn(config, network)
  const question = { orderUids, owner, chainId: network.chainId, settlementContract }
  const signature = await askWallet(() => signCancellation(client, question))
  // Who has closed the question meanwhile keeps the orders.
  signal.throwIfAborted()
  onSent()
  await cancelOrders(network.name, { orderUids, signature, signingScheme: 'eip712' })
}

/** Has the wallet cancel the order on the chain. */
export async function cancelByTransaction(config: Config, work: Work): Promise<void> {
  const { network, settlementContract, onSent } = work
  const { chainId } = network
  const [order] = work.orders
  if (order === undefined) return
  await walletClientOn(config, network)
  const hash = await sendInvalidation(config, { chainId, settlementContract, order })
  onSent()
  await followCancellation(config, { chainId, uid: order.uid, hash })
}

type SentCancellation = { readonly chainId: number; readonly uid: Hex; readonly hash: Hex }

/**
 * Waits until the cancellation of an order is on the chain, remembered meanwhile.
 *
 * @throws {TransactionError} when it failed, or its owner took it back.
 */
export function followCancellation(
  config: Config,
  { chainId, uid, hash }: SentCancellation,
): Promise<bigint> {
  return whilePending({ what: 'cancellation', chainId, uid }, { hash }, (onSpedUp) =>
    waitForSuccess(config, { chainId, hash, onSpedUp }),
  )
}
