import type { Address } from './address'

/**
 * Why no solver competes for an open order, with the parameters that a message needs. Amounts are decimal strings of
 * atoms, times ISO 8601 UTC. Pages and messages word it from the catalogues.
 */
export type Exclusion =
  /** What the owner has, or lets be taken, is less than the order needs; what the owner's other orders draw counts. */
  | {
      readonly code: 'insufficientBalance' | 'insufficientAllowance'
      readonly token: Address
      readonly needed: string
      readonly available: string
    }
  /** The order is in the auction, but no solver can fill it at its limit and pay the network cost. */
  | { readonly code: 'waitsForPrice' }
  | { readonly code: 'notValidYet'; readonly validFrom: string }
  /** The operator serves the owner's account no more. */
  | { readonly code: 'accountNotServed' }
  /** A token without a price, or one that the service refuses; no token where both were tried together. */
  | { readonly code: 'tokenNotTraded'; readonly token?: Address }
  /** A presignature on chain, or a contract's consent, is missing. */
  | { readonly code: 'awaitsSignature' }
  /** Left out of auctions until then, after a settlement that could not be sent. */
  | { readonly code: 'backingOff'; readonly until: string }
  /** The operator has not switched settling on for the network (`SETTLE=shadow`). */
  | { readonly code: 'settlingOff' }
  | { readonly code: 'settlingPaused' }
  /** Gas costs more than the operator pays (`MAX_GAS_PRICE_GWEI`). */
  | { readonly code: 'gasTooDear' }
  /** Above what one order, or one day, may be worth while settling is `canary`. */
  | { readonly code: 'overCap'; readonly cap: 'order' | 'day' }
  /** The pre-hooks, which have to bring what the order sells, could not be simulated. */
  | { readonly code: 'hookFails' }
  /** The app data demands what the service does not do; the member that demands it. */
  | { readonly code: 'appDataRefused'; readonly member: string }
  /** Settlements with the order, or with the contracts that it runs, reverted. */
  | { readonly code: 'blockedAfterReverts' }
