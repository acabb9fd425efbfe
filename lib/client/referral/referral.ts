/** What is known of a code. */
export type CodeStanding =
  /** Somebody's; `owner` is whose. */
  | { readonly state: 'valid'; readonly owner: string }
  /** Nobody has it. */
  | { readonly state: 'unknown' }
  /** Switched off by the operator. */
  | { readonly state: 'disabled' }
  /** The service runs no programme. */
  | { readonly state: 'off' }
  /** Being asked for the first time. */
  | { readonly state: 'checking' }
  /** The service did not tell; it is asked again. */
  | { readonly state: 'unchecked' }

/** A code with what is known of it. */
export type KnownCode = { readonly code: string; readonly standing: CodeStanding }

/** What decides whether orders carry a code. */
export type ReferralFacts = {
  /** The code of the newest link; undefined when none came, or it was removed. */
  readonly kept: KnownCode | undefined
  /** Whether the person wants no code on the orders. */
  readonly isRefused: boolean
  readonly account: string | undefined
  /** The code that the account is bound to, while its trades still count for it; undefined for none. */
  readonly bound: KnownCode | undefined
  /** Whether that is known; `checking` and `unchecked` as for codes. */
  readonly binding: 'known' | 'checking' | 'unchecked'
}

/** Who is said to have brought the person. */
export type Referral =
  | { readonly state: 'none' }
  /** Orders carry the code; what could not be asked about it is asked again where `isUnchecked`. */
  | { readonly state: 'referred'; readonly code: string; readonly isUnchecked: boolean }
  /** Orders carry the code that the account is bound to; that of the link, `kept`, came too late. */
  | { readonly state: 'bound-elsewhere'; readonly code: string; readonly kept: string }
  /** No order carries a code: that of the account counts no more, and another one would not count. */
  | { readonly state: 'bound-ended'; readonly code: string }
  /** No order carries the code. */
  | { readonly state: 'own' | 'unknown' | 'disabled'; readonly code: string }

/**
 * Whose code the orders of an account carry. The first code that brought an eligible trade stays; until then the
 * newest link counts. One's own code, and codes that nobody has or that are switched off, are left out. What could
 * not be checked goes along: where it is wrong, it counts as no code would.
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

/** Whether something is being asked for the first time that decides which code an order carries. */
export function isChecking({ kept, isRefused, bound, binding }: ReferralFacts): boolean {
  if (isRefused) return false
  if (binding === 'checking') return true
  return (bound ?? kept)?.standing.state === 'checking'
}

/** The code that orders carry. */
export function carriedCode(referral: Referral): string | undefined {
  const isCarried = referral.state === 'referred' || referral.state === 'bound-elsewhere'
  return isCarried ? referral.code : undefined
}
