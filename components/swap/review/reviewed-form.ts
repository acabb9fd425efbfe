import type { OrderPermit } from '@/components/swap/consent/use-permit'
import type { Recipient } from '@/components/swap/settings/use-recipient'
import type { QuoteView } from '@/lib/client/swap/quote-stage'
import type { SwapForm } from '@/lib/client/swap/swap-form'

/** What a review needs to know of the form that it was opened from. */
export type ReviewedForm = {
  readonly form: Pick<SwapForm, 'sellToken' | 'buyToken'>
  /** Of limit orders: how far the price is beyond the market, in basis points where that is known. */
  readonly limit?: { readonly distance: number | undefined }
  /** Identifies the order's terms; other terms need every consent again. */
  readonly keyId: string
  readonly quote: Pick<QuoteView, 'stage' | 'signable'>
  readonly slippage: { readonly bps: number }
  /** How long the order can be settled. */
  readonly deadline: { readonly seconds: number }
  readonly recipient: Pick<Recipient, 'isContract' | 'name'>
  /** The permit that the order may bring along; left out where it brings none. */
  readonly permit?: OrderPermit
  /** Asks for another offer, where the service finds that this one is over. */
  readonly retry: () => void
}
