import type { Config } from 'wagmi'
import type { Settings } from '@/lib/api/pages'
import { storeAppData, submitOrder } from '@/lib/client/api'
import { prepareOrder } from '@/lib/client/prepare-order'
import { ApiError } from '@/lib/client/request'
import { signOrder } from '@/lib/client/sign-order'
import { walletSigner } from '@/lib/client/wallet/wallet-signer'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import type { QuoteOffer } from './quote-offer'

/** An order of the swap form that is to be signed and submitted. */
export type SwapInput = {
  readonly network: Settings['networks'][number]
  readonly settlementContract: Address
  readonly from: Address
  readonly offer: QuoteOffer
  readonly slippageBps: number
  /** Told when the wallet has signed. */
  readonly onSigned: () => void
  /** Told before each new try, in seconds. */
  readonly onRetry: (seconds: number) => void
  readonly signal: AbortSignal
}

/** An order that the service has accepted. */
export type PlacedSwap = { readonly uid: Hex; readonly order: Order }

/**
 * Has the wallet sign the order and submits it; a busy service is asked again with the same signature. An
 * order that the service has already counts as placed; a document that it does not take with the order is
 * given to it once on its own.
 *
 * @throws {SigningError | ApiError} and whatever the wallet throws.
 */
export async function placeSwap(config: Config, input: SwapInput): Promise<PlacedSwap> {
  const { network, from, offer, settlementContract, signal } = input
  const { answer } = offer
  const appDataHash = answer.quote.appDataHash as Hex
  const order = prepareOrder(answer, { slippageBps: input.slippageBps, appDataHash })
  const { chainId } = network
  const signature = await signOrder(walletSigner(config, chainId), {
    order,
    from,
    chainId,
    settlementContract,
  })
  // Whoever was asked again meanwhile, or gave up, does not want an older signature to be used.
  signal.throwIfAborted()
  input.onSigned()
  const submission = {
    order,
    from,
    signature,
    signingScheme: 'eip712' as const,
    quoteId: answer.id,
    appData: answer.quote.appData,
  }
  const options = { signal, tries: 8, onRetry: input.onRetry }
  const submit = () => submitOrder(network.name, submission, options)
  const uid = await submit().catch(async (error) => {
    switch (error instanceof ApiError ? error.code : undefined) {
      case 'DuplicatedOrder':
        return orderUid(
          hashOrder(orderDomain(chainId, settlementContract), order),
          from,
          order.validTo,
        )
      case 'InvalidAppData':
        await storeAppData(network.name, answer.quote, options)
        return submit()
      default:
        throw error
    }
  })
  return { uid: uid as Hex, order }
}
