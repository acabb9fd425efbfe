import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A call that an order requests before or after its trade, executed through the trampoline. */
export type Hook = {
  readonly target: Address
  readonly callData: Hex
  /** Gas limit of the call. */
  readonly gasLimit: bigint
}

/** An order's hooks in execution order. */
export type Hooks = { readonly pre: readonly Hook[]; readonly post: readonly Hook[] }

/** A fee granted to a partner, in whole bps; `maxVolumeBps` caps it as a share of the volume. */
export type PartnerFee = { readonly recipient: Address } & (
  | { readonly volumeBps: number }
  | { readonly surplusBps: number; readonly maxVolumeBps: number }
  | { readonly priceImprovementBps: number; readonly maxVolumeBps: number }
)

/** The members of a document's `metadata` that the service acts on. */
export type AppDataMetadata = {
  /** The order's owner, for schemes whose signature does not reveal the signer. */
  readonly signer: Address | undefined
  /** Uid of the order that this one replaces. */
  readonly replacedOrder: Hex | undefined
  readonly hooks: Hooks
  readonly partnerFees: readonly PartnerFee[]
  readonly orderClass: 'market' | 'limit' | undefined
  /** `metadata.quote.slippageBips`: the client's slippage tolerance below the quote. */
  readonly slippageBips: number | undefined
  /** Affiliate code in upper case. */
  readonly referrerCode: string | undefined
  /** Unix seconds before which the order is not solvable. */
  readonly validFrom: number | undefined
  /** The owner's name of the scheduled order that this order is a part of; given only with `validFrom`. */
  readonly schedule: string | undefined
}

/** The metadata of a document without `metadata`. */
export const noMetadata: AppDataMetadata = {
  signer: undefined,
  replacedOrder: undefined,
  hooks: { pre: [], post: [] },
  partnerFees: [],
  orderClass: undefined,
  slippageBips: undefined,
  referrerCode: undefined,
  validFrom: undefined,
  schedule: undefined,
}
