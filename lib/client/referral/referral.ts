/** The check result of a code. */
export type CodeStanding =
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
export type KnownCode = { readonly code: string; readonly standing: CodeStanding }

/** What determines whether orders carry a code. */
export type ReferralFacts = {
  /** The newest link's code; undefined if there is none, or it was removed. */
  readonly kept: KnownCode | undefined
  /** Whether the user removed the code. */
  readonly isRefused: boolean
  readonly account: string | undefined
  /** The code that the account is bound to, while its trades are eligible; undefined for none. */
  readonly bound: KnownCode | undefined
  /** Whether that is known; `checking` and `unchecked` as for codes. */
  readonly binding: 'known' | 'checking' | 'unchecked'
}

/** The referral shown to the user. */
export type Referral =
  | { readonly state: 'none' }
  /** Orders carry the code; an inconclusive check is repeated if `isUnchecked`. */
  | { readonly state: 'referred'; readonly code: string; readonly isUnchecked: boolean }
  /** Orders carry the account's bound code; the link's code, `kept`, came too late. */
  | { readonly state: 'bound-elsewhere'; readonly code: string; readonly kept: string }
  /** No order carries a code: the account's has expired, and no other would count. */
  | { readonly state: 'bound-ended'; readonly code: string }
  /** No order carries the code. */
  | { readonly state: 'own' | 'unknown' | 'disabled'; readonly code: string }

/**
 * Determines the code for an account's orders. The first code with an eligible trade stays; until then the newest
 * link's code counts. The account's own code, and unregistered or disabled ones, are omitted. An unchecked code is
 * included: if it is invalid, it has no effect.
 */
export function decideReferral({ kept, isRefused, ...facts }: ReferralFacts): Referral {
  if (isRefused) return { state: 'none' }
  if (facts.bound) return ofBound(facts.bound, kept?.code)
  if (kept === undefined) return { state: 'none' }
  const { code, standing } = kept
  if (standing.state === 'off') return { state: 'none' }
  if (isEnded(standing)) return { state: standing.state, code }
  if (standing.state === 'valid' && standing.owner === facts.account) return { state: 'own', code }
  const isUnchecked = standing.state === 'unchecked' || facts.binding === 'unchecked'
  return { state: 'referred', code, isUnchecked }
}

function ofBound({ code, standing }: KnownCode, kept: string | undefined): Referral {
  if (isEnded(standing)) return { state: 'bound-ended', code }
  const isUnchecked = standing.state === 'unchecked'
  if (kept === undefined || kept === code) return { state: 'referred', code, isUnchecked }
  return { state: 'bound-elsewhere', code, kept }
}

type Ended = { readonly state: 'unknown' | 'disabled' }

const isEnded = (standing: CodeStanding): standing is Ended =>
  standing.state === 'unknown' || standing.state === 'disabled'

/** Returns whether the first check of a deciding fact is pending. */
export function isChecking({ kept, isRefused, bound, binding }: ReferralFacts): boolean {
  if (isRefused) return false
  if (binding === 'checking') return true
  return (bound ?? kept)?.standing.state === 'checking'
}

/** Returns the code that orders carry. */
export function carriedCode(referral: Referral): string | undefined {
  const isCarried = referral.state === 'referred' || referral.state === 'bound-elsewhere'
  return isCarried ? referral.code : undefined
}
