import type { Settings } from '@/lib/api/docs/pages'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order, SigningScheme } from '@/lib/core/order'
import type { SentSale } from './place-swap'
import type { Token } from './tokens'

/** An order placed on this page, with its slip's data. */
export type SwapOrder = {
  readonly uid: Hex
  readonly order: Order
  readonly network: Settings['networks'][number]
  readonly sellToken: Token
  readonly buyToken: Token
  readonly owner: Address
  readonly signingScheme: SigningScheme
  /** The quoted amount of the token that is not fixed; omitted without a quote. */
  readonly quotedAmount?: bigint | undefined
  /** The paying transaction of a native sale: the service knows the order once it is mined. */
  readonly sale?: SentSale
}
