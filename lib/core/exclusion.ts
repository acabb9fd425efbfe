import type { Address } from './address'

/**
 * Why an open order is not solvable, with the parameters that a message needs. Amounts are decimal strings of atoms,
 * times ISO 8601 UTC. The message catalogues hold the texts.
 */
export type Exclusion =
  /** The owner's balance or allowance is below the order's need, with the owner's other orders subtracted. */
  | {
      readonly code: 'insufficientBalance' | 'insufficientAllowance'
      readonly token: Address
      readonly needed: string
      readonly available: string
    }
  /** The order is in the auction, but no solver can fill it within its limit and pay the network cost. */
  | { readonly code: 'waitsForPrice' }
  | { readonly code: 'notValidYet'; readonly validFrom: string }
  /** The operator no longer serves the owner's account. */
  | { readonly code: 'accountNotServed' }
  /** A token without a price or one that the service rejects; absent when the tokens were only tested together. */
  | { readonly code: 'tokenNotTraded'; readonly token?: Address }
  /** The on-chain presignature or the ERC-1271 consent is missing. */
  | { readonly code: 'awaitsSignature' }
  /** Excluded from auctions until then, after a settlement that could not be sent. */
  | { readonly code: 'backingOff'; readonly until: string }
  /** The operator has not enabled settlement on the network (`SETTLE=shadow`). */
  | { readonly code: 'settlingOff' }
  | { readonly code: 'settlingPaused' }
  /** The solver's account cannot pay for another transaction. */
  | { readonly code: 'solverUnfunded' }
  /** The gas price exceeds the operator's maximum (`MAX_GAS_PRICE_GWEI`). */
  | { readonly code: 'gasTooDear' }
  /** Above the value cap per order or per day in `canary` mode. */
  | { readonly code: 'overCap'; readonly cap: 'order' | 'day' }
  /** The pre-hooks must provide the sell tokens, but their simulation failed. */
  | { readonly code: 'hookFails' }
  /** The app data requires something the service does not support; `member` names it. */
  | { readonly code: 'appDataRefused'; readonly member: string }
  /** Settlements with contracts that the order calls reverted; or, with `until`, those with the order alone. */
  | { readonly code: 'blockedAfterReverts'; readonly until?: string }
