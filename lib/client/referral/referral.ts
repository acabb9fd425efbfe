/** The check result of a code. */
export type CodeStatus =
  /** Registered; `owner` is its wallet. */
  | { readonly state: 'valid'; readonly owner: string }
  /** Not registered. */
  | { readonly state: 'unknown' }
  /** Disabled by the operator. */
  | { readonly state: 'disabled' }
  /** The service runs no programme. */
  | { readonly state: 'off' }
  /** Being checked for the first time. */
  | { readonly state: 'checking' }
  /** The check failed and is repeated. */
  | { readonly state: 'unchecked' }

/** A code with its check result. */
export type KnownCode = { readonly code: string; readonly status: CodeStatus }

/** What determines whether orders carry a code. */
export type ReferralFacts = {
  /** The newest link's code; undefined if there is none, or it was removed. */
  readonly linked: KnownCode | undefined
  /** Whether the user removed the code. */
  readonly isRefused: boolean
  readonly account: string | undefined
  /** The code that the account is bound to, while its trades are eligible; undefined for none. */
  readonly bound: KnownCode | undefined
  /** Whether that is known; `checking` and `unchecked` as for codes. */
  readonly binding: 'known' | 'checking' | 'unchecked'
  /** Whether the account is known to have traded without a code before. */
  readonly hasTraded: boolean
}

/** The referral shown to the user. */
export type Referral =
  | { readonly state: 'none' }
  /** Orders carry the code; an inconclusive check is repeated if `isUnchecked`. */
  | { readonly state: 'referred'; readonly code: string; readonly isUnchecked: boolean }
  /** Orders carry the account's bound code; the link's code, `linked`, came too late. */
  | { readonly state: 'bound-elsewhere'; readonly code: string; readonly linked: string }
  /** No order carries a code: the account's has expired, and no other would count. */
  | { readonly state: 'bound-ended'; readonly code: string }
  /** Orders carry the code in vain: an account that has traded without one cannot be bound any more. */
  | { readonly state: 'late'; readonly code: string }
  /** No order carries the code. */
  | { readonly state: 'own' | 'unknown' | 'disabled'; readonly code: string }

/**
 * Determines the code for an account's orders. The first code with an eligible trade stays; until then the newest
 * link's code counts. The account's own code, and unregistered or disabled ones, are omitted. An unchecked code is
 * included: if it is invalid, it has no effect.
 */
export function decideReferral({ linked, isRefused, ...facts }: ReferralFacts): Referral {
  if (isRefused) return { state: 'none' }
  if (facts.bound) return ofBound(facts.bound, linked?.code)
  if (linked === undefined) return { state: 'none' }
  const { code, status } = linked
  if (status.state === 'off') return { state: 'none' }
  if (isEnded(status)) return { state: status.state, code }
  if (status.state === 'valid' && status.owner === facts.account) return { state: 'own', code }
  if (facts.hasTraded && facts.binding === 'known') return { state: 'late', code }
  const isUnchecked = status.state === 'unchecked' || facts.binding === 'unchecked'
  return { state: 'referred', code, isUnchecked }
}

function ofBound({ code, status }: KnownCode, linked: string | undefined): Referral {
  if (isEnded(status)) return { state: 'bound-ended', code }
  const isUnchecked = status.state === 'unchecked'
  if (linked === undefined || linked === code) return { state: 'referred', code, isUnchecked }
  return { state: 'bound-elsewhere', code, linked }
}

type Ended = { readonly state: 'unknown' | 'disabled' }

const isEnded = (status: CodeStatus): status is Ended =>
  status.state === 'unknown' || status.state === 'disabled'

/** Returns whether the first check of a deciding fact is pending. */
export function isChecking({ linked, isRefused, bound, binding }: ReferralFacts): boolean {
  if (isRefused) return false
  if (binding === 'checking') return true
  return (bound ?? linked)?.status.state === 'checking'
}

/** Returns the code that orders carry. */
export function carriedCode(referral: Referral): string | undefined {
  const { state } = referral
  // The service alone decides which trades are eligible, so a late code is carried all the same.
  const isCarried = state === 'referred' || state === 'bound-elsewhere' || state === 'late'
  return isCarried ? referral.code : undefined
}

type TradedOrder = { readonly executedBuyAmount: string; readonly fullAppData: string | null }

/** Returns whether an order was executed, at least in part, without a code. Unknown app data may name one. */
export function isTradeWithoutCode({ executedBuyAmount, fullAppData }: TradedOrder): boolean {
  return executedBuyAmount !== '0' && fullAppData !== null && !/"referrer"\s*:/.test(fullAppData)
}
