import type { Address } from '@/lib/core/address'
import type { PriceTarget } from '@/lib/core/price-alert'

/** A wish of an account to be notified once when a token's price reaches a limit. */
export type PriceAlert = PriceTarget & {
  readonly id: string
  readonly account: Address
  readonly chainId: number
  /** The wrapped token stands for the native one. */
  readonly token: Address
  /** How often it has been armed, from 1. */
  readonly armings: number
  readonly createdAt: Date
  /** When it fired, and the price in US dollars that did it; undefined while armed. */
  readonly fired: { readonly at: Date; readonly usd: number } | undefined
}
