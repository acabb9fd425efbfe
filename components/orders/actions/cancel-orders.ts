import type { Config } from 'wagmi'
import type { ServedNetwork } from '@/components/app/settings'
import { cancelOrders } from '@/lib/client/api'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { signCancellation } from '@/lib/client/sign-cancellation'
import { checkWallet } from '@/lib/client/sign-order'
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { sendInvalidation } from '@/lib/client/wallet/invalidate-order'
import { whilePending } from '@/lib/client/wallet/pending-transaction'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import { walletSigner } from '@/lib/client/wallet/wallet-signer'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Work = {
  readonly uids: readonly Hex[]
  readonly orders: readonly ShownOrder[]
  readonly owner: Address
  readonly network: ServedNetwork
  readonly settlementContract: Address
  readonly signal: AbortSignal
  /** Called once the wallet has signed or broadcast. */
  readonly onSent: () => void
}

/** Signs an off-chain cancellation (EIP-712) of several orders and submits it to the API. */
export async function cancelBySignature(config: Config, work: Work): Promise<void> {
  const { uids: orderUids, owner, network, settlementContract, signal, onSent } = work
  const { chainId } = network
  const client = await walletClientOn(config, network)
  await checkWallet(walletSigner(config, chainId), { from: owner, chainId, settlementContract })
  const request = { orderUids, owner, chainId, settlementContract }
  const signature = await askWallet(() => signCancellation(client, request))
  // Closing the dialog while the wallet was signing discards the signature.
  signal.throwIfAborted()
  onSent()
  await cancelOrders(network.name, { orderUids, signature, signingScheme: 'eip712' })
}

/** Invalidates one order on chain. */
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
 * Waits until an on-chain cancellation is mined. It stays stored meanwhile, so a reload can resume it.
 *
 * @throws {TransactionError} when the transaction reverted or its sender replaced it.
 */
export function followCancellation(
  config: Config,
  { chainId, uid, hash }: SentCancellation,
): Promise<bigint> {
  return whilePending({ what: 'cancellation', chainId, uid }, { hash }, (onSpedUp) =>
    waitForSuccess(config, { chainId, hash, onSpedUp }),
  )
}
