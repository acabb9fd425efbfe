import type { Settings } from '@/lib/api/docs/pages'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order, SigningScheme } from '@/lib/core/order'
import type { SentSale } from './place-swap'
import type { Token } from './tokens'

/** An order placed on this page, with what its slip shows. */
export type SwapOrder = {
  readonly uid: Hex
  readonly order: Order
  readonly network: Settings['networks'][number]
  readonly sellToken: Token
  readonly buyToken: Token
  readonly owner: Address
  readonly signingScheme: SigningScheme
  /** The amount that is not exact, as it was quoted; left out where nothing was. */
  readonly quotedAmount?: bigint | undefined
  /** What pays for it, where it sells the native token: the service knows it once that is on the chain. */
  readonly sale?: SentSale
}
