import type { OrderPermit } from '@/components/swap/consent/use-permit'
import type { Recipient } from '@/components/swap/settings/use-recipient'
import type { QuoteView } from '@/lib/client/swap/quote-state'
import type { SwapForm } from '@/lib/client/swap/swap-form'

/** The form's state as the review needs it. */
export type ReviewedForm = {
  readonly form: Pick<SwapForm, 'sellToken' | 'buyToken'>
  /** For limit orders: distance beyond the market in basis points, if known. */
  readonly limit?: { readonly distance: number | undefined }
  /** Identifies the order's terms; consents are void when they change. */
  readonly keyId: string
  readonly quote: Pick<QuoteView, 'stage' | 'signable'>
  readonly slippage: { readonly bps: number }
  /** Validity of the order. */
  readonly deadline: { readonly seconds: number }
  readonly recipient: Pick<Recipient, 'isContract' | 'name'>
  /** The permit that the order may include; omitted if it includes none. */
  readonly permit?: OrderPermit
  /** Requests another quote when the service reports this one as expired. */
  readonly retry: () => void
}
