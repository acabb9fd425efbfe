import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { orderDomain } from '@/lib/core/order'
import { digestCancellation, digestCancellations } from '@/lib/core/order-digest'
import { toUnixSeconds } from '@/lib/core/time'
import type { OrderRecord } from '@/lib/orders/order-record'
import { isContractSignature, orderSignatureGas } from '@/lib/orders/signatures/contract-signature'
import {
  canonicalSignature,
  invalidSignature,
  recoverSigner,
} from '@/lib/orders/signatures/signature'
import { cancelOpenOrders, getCancellableOrders } from './cancel-open-orders'

/** Signing scheme of an off-chain cancellation. Presign orders are cancelled on chain. */
export type CancellationScheme = 'eip712' | 'ethsign' | 'eip1271'

type Consent = { readonly signature: Hex; readonly signingScheme: CancellationScheme }

/**
 * Cancels one order by its owner's signature over `OrderCancellation`, or over `OrderCancellations` of this uid alone,
 * which public clients also sign for a single order. Spec: DELETE /api/v1/orders/{uid}.
 *
 * @throws {ServiceError} OrderNotFound, OrderFullyExecuted, AlreadyCancelled, OrderExpired, OnChainOrder for an order
 *   signed or placed on chain, InvalidSignature.
 */
export async function cancelOrder(
  ctx: Context,
  input: Consent & { readonly chainId: number; readonly uid: Hex },
): Promise<void> {
  const domain = orderDomain(input.chainId, ctx.config.settlementContract)
  const digests = [digestCancellation(domain, input.uid), digestCancellations(domain, [input.uid])]
  await cancelSigned(ctx, { ...input, uids: [input.uid], digests })
}

/**
 * Cancels orders of one owner, all or none, by a signature over `OrderCancellations` of the uids as given.
 *
 * @throws {ServiceError} as {@link cancelOrder}, for the first order that cannot be cancelled.
 */
export async function cancelOrders(
  ctx: Context,
  input: Consent & { readonly chainId: number; readonly uids: readonly Hex[] },
): Promise<void> {
  const domain = orderDomain(input.chainId, ctx.config.settlementContract)
  const digests = [digestCancellations(domain, input.uids)]
  await cancelSigned(ctx, { ...input, uids: [...new Set(input.uids)], digests })
}

type SignedCancellation = Consent & {
  readonly chainId: number
  /** Without duplicates. */
  readonly uids: readonly Hex[]
  /** Accepted digests; the signature must cover one of them. */
  readonly digests: readonly Hex[]
}

async function cancelSigned(ctx: Context, cancellation: SignedCancellation): Promise<void> {
  const orders = await getCancellableOrders(ctx.db, cancellation, toUnixSeconds(ctx.now()))
  await checkConsent(ctx, cancellation, orders)
  const { chainId, uids } = cancellation
  await cancelOpenOrders(ctx, { chainId, uids, reason: 'user_signature' })
}

async function checkConsent(
  ctx: Context,
  cancellation: SignedCancellation,
  orders: readonly OrderRecord[],
): Promise<void> {
  const [owner, ...others] = new Set(orders.map((order) => order.owner))
  if (!owner || others.length > 0) {
    throw invalidSignature('the orders have several owners, one signature cancels those of one')
  }
  const { signingScheme: scheme, signature, chainId, digests } = cancellation
  const isBySigner = async (digest: Hex): Promise<boolean> => {
    if (scheme === 'eip1271') {
      const question = { chainId, owner, digest, signature, gas: orderSignatureGas }
      return isContractSignature(ctx, question)
    }
    const canonical = canonicalSignature(signature)
    if (!canonical) return false
    return (await recoverSigner(digest, { scheme, signature: canonical })) === owner
  }
  for (const digest of digests) if (await isBySigner(digest)) return
  throw invalidSignature(`the cancellation is not signed by the owner ${owner}`)
}
