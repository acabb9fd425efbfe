import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A call that an order wants made around its settlement, through the trampoline. */
export type Hook = {
  readonly target: Address
  readonly callData: Hex
  /** Gas that the call may use. */
  readonly gasLimit: bigint
}

/** The calls around an order's settlement, in their sequence. */
export type Hooks = { readonly pre: readonly Hook[]; readonly post: readonly Hook[] }

/** What a document grants a partner, in whole bps; `maxVolumeBps` caps it by the volume. */
export type PartnerFee = { readonly recipient: Address } & (
  | { readonly volumeBps: number }
  | { readonly surplusBps: number; readonly maxVolumeBps: number }
  | { readonly priceImprovementBps: number; readonly maxVolumeBps: number }
)

/** The members of a document's `metadata` that the service acts on. */
export type AppDataMetadata = {
  /** Who signs the order, where that cannot be told from the signature. */
  readonly signer: Address | undefined
  /** The order that this one takes the place of. */
  readonly replacedOrder: Hex | undefined
  readonly hooks: Hooks
  readonly partnerFees: readonly PartnerFee[]
  readonly orderClass: 'market' | 'limit' | undefined
  /** `metadata.quote.slippageBips`: how far below the quote the client set the limit. */
  readonly slippageBips: number | undefined
  /** Affiliate code, upper-cased. */
  readonly referrerCode: string | undefined
  /** Unix seconds before which the order takes part in no auction. */
  readonly validFrom: number | undefined
}

/** What a document without `metadata` says. */
export const noMetadata: AppDataMetadata = {
  signer: undefined,
  replacedOrder: undefined,
  hooks: { pre: [], post: [] },
  partnerFees: [],
  orderClass: undefined,
  slippageBips: undefined,
  referrerCode: undefined,
  validFrom: undefined,
}
