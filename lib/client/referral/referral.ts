/** What is known of a code that a link brought. */
export type CodeStanding =
  /** Somebody's; `owner` is whose. */
  | { readonly state: 'valid'; readonly owner: string }
  /** Nobody has it. */
  | { readonly state: 'unknown' }
  /** Switched off by the operator. */
  | { readonly state: 'disabled' }
  /** Not answered yet, or not at all. */
  | { readonly state: 'unchecked' }

/** What decides whether orders carry a code. */
export type ReferralFacts = {
  /** The code of the newest link; undefined when none came, or it was removed. */
  readonly kept: string | undefined
  /** Whether the person wants no code on the orders. */
  readonly isRefused: boolean
  readonly standing: CodeStanding
  readonly account: string | undefined
  /** The code that the account is bound to, while its trades still count for it. */
  readonly bound: string | undefined
}

/** Who is said to have brought the person. */
export type Referral =
  | { readonly state: 'none' }
  /** Orders carry the code. */
  | { readonly state: 'referred'; readonly code: string; readonly isBound: boolean }
  /** Orders carry the code that the account is bound to; that of the link, `kept`, came too late. */
  | { readonly state: 'bound-elsewhere'; readonly code: string; readonly kept: string }
  /** No order carries the code. */
  | { readonly state: 'own' | 'unknown' | 'disabled'; readonly code: string }

/**
 * Whose code the orders of an account carry. The first code that brought an eligible trade stays; until then the
 * newest link counts. One's own code, and codes that nobody has or that are switched off, are left out.
 */
export function decideReferral(facts: ReferralFacts): Referral {
  const { kept, isRefused, standing, account, bound } = facts
  if (isRefused) return { state: 'none' }
  if (bound !== undefined) {
    return kept === undefined || kept === bound
      ? { state: 'referred', code: bound, isBound: true }
      : { state: 'bound-elsewhere', code: bound, kept }
  }
  if (kept === undefined) return { state: 'none' }
  if (standing.state === 'unknown' || standing.state === 'disabled') {
    return { state: standing.state, code: kept }
  }
  const isOwn = standing.state === 'valid' && account !== undefined && standing.owner === account
  return isOwn ? { state: 'own', code: kept } : { state: 'referred', code: kept, isBound: false }
}

/** The code that orders carry. */
export function carriedCode(referral: Referral): string | undefined {
  const isCarried = referral.state === 'referred' || referral.state === 'bound-elsewhere'
  return isCarried ? referral.code : undefined
}
