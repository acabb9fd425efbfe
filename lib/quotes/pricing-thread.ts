import type { Address } from '@/lib/core/address'
import { type ErrorCode, isServiceError } from '@/lib/core/errors'
import type { Hop } from '@/lib/liquidity/swap-pool'
import { createPoolReceiver, type PoolUpdate } from './pool-transfer'
import { type PricedOffer, type PricingRequest, priceOffers } from './price-offers'

/** A request to a pricing thread. */
export type ThreadRequest = { readonly question: PricingRequest; readonly update: PoolUpdate }

/** An offer whose hops refer to pools by number, so that pools are not copied back. */
export type PlainOffer = Omit<PricedOffer, 'estimate'> & {
  readonly estimate: Omit<PricedOffer['estimate'], 'hops'> & {
    readonly hops: readonly (Omit<Hop, 'pool'> & { readonly pool: Address })[]
  }
}

/** The thread's response: offers, a refusal, or an internal error. */
export type ThreadResponse =
  | { readonly offers: readonly PlainOffer[] }
  | {
      readonly refusal: {
        readonly code: ErrorCode
        readonly message: string
        readonly data: Record<string, string> | undefined
      }
    }
  | { readonly broken: string }

/** Handles each request of a pricing thread. */
export function createPricingThread(): (asked: ThreadRequest) => ThreadResponse {
  const poolsOf = createPoolReceiver()
  return ({ question, update }) => {
    try {
      return { offers: priceOffers(question, poolsOf(update)).map(toPlain) }
    } catch (error) {
      if (!isServiceError(error)) return { broken: String(error) }
      const { code, message, data } = error
      return { refusal: { code, message, data } }
    }
  }
}

function toPlain({ estimate, ...offer }: PricedOffer): PlainOffer {
  const hops = estimate.hops.map((hop) => ({ ...hop, pool: hop.pool.address }))
  return { ...offer, estimate: { ...estimate, hops } }
}
