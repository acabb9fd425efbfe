import { type Invariant, splitSubject } from './invariant'
import type { Violation } from './violation-store'

/** What each watched invariant says, for operators. */
export const invariantNames: Readonly<Record<Invariant, string>> = {
  1: 'executed amounts are those of the trades and of the contract',
  2: 'fill-or-kill orders are filled whole or not at all',
  3: 'each Trade event has one row',
  4: 'fills keep the limit price',
  5: 'uids are those of the stored orders',
  6: 'states follow from events',
  7: 'auctions hold orders that can be paid for',
  8: 'an order, and a nonce, is in one settlement',
  9: 'winners score most, at uniform prices',
  10: 'settlements lose nothing and are booked',
  11: 'fills are notified once, and reorgs corrected',
  13: 'registrations are signed',
  14: 'quotes keep their numbers',
  15: 'app data has its hash',
  16: 'the index is on the chain and at its head',
  17: 'deliveries are not overdue',
  18: 'epochs grow',
  19: 'the other events have one row each',
}

/** Returns whether the chain, or the stored events, give back what a violation destroyed, without a loss. */
export function isRepairable({
  invariant,
  subject,
}: Pick<Violation, 'invariant' | 'subject'>): boolean {
  const [kind] = splitSubject(subject)
  if (kind === 'order') return invariant === 1 || invariant === 6
  return ['block', 'header', 'notified'].includes(kind)
}
