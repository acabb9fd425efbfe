import type { Address } from './address'

/**
 * Why an open order takes part in no auction, with the parameters that a message needs. Amounts are decimal strings of
 * atoms, times ISO 8601 UTC. Pages and messages word it from the catalogues.
 */
export type Exclusion =
  /** The owner's balance, or the balance source, holds less than the order needs. */
  | {
      readonly code: 'insufficientBalance' | 'insufficientAllowance'
      readonly token: Address
      readonly needed: string
      readonly available: string
    }
  /** The market is worse than the limit; bps of how far, when the auction's prices tell it. */
  | { readonly code: 'waitsForPrice'; readonly distanceBps?: number }
  | { readonly code: 'notValidYet'; readonly validFrom: string }
  /** The operator serves the owner's account no more. */
  | { readonly code: 'accountNotServed' }
  /** A token without a price, or one that the service refuses. */
  | { readonly code: 'tokenNotTraded'; readonly token: Address }
  /** A presignature on chain, or a contract's consent, is missing. */
  | { readonly code: 'awaitsSignature' }
  /** Left out of auctions until then, after a settlement that could not be sent. */
  | { readonly code: 'backingOff'; readonly until: string }
  /** The operator has not switched settling on for the network (`SETTLE=shadow`). */
  | { readonly code: 'settlingOff' }
  | { readonly code: 'settlingPaused' }
  /** Above what one order, or one day, may be worth while settling is `canary`. */
  | { readonly code: 'overCap'; readonly cap: 'order' | 'day' }
  | { readonly code: 'hookFails' }
  /** The app data demands what the service does not do; the member that demands it. */
  | { readonly code: 'appDataRefused'; readonly member: string }
  | { readonly code: 'blockedAfterReverts' }
