import { expect, test } from 'vitest'
import { decideLimitAction, type LimitFacts } from './limit-action'

const ready: LimitFacts = {
  isOnline: true,
  tokenMissing: undefined,
  amount: 'given',
  price: 'given',
  expiry: 'given',
  market: 'open',
  wallet: 'ready',
  balance: 'enough',
  recipient: 'clear',
  code: 'known',
  permit: 'known',
}

// From the highest priority down; each row invalidates one more fact.
const rows: readonly (readonly [Partial<LimitFacts>, string, string])[] = [
  [{ isOnline: false }, 'offline', 'none'],
  [{ tokenMissing: 'buy' }, 'token-missing', 'choose-token'],
  [{ amount: 'missing' }, 'amount-missing', 'enter-amount'],
  [{ price: 'missing' }, 'price-missing', 'enter-amount'],
  [{ expiry: 'invalid' }, 'expiry-invalid', 'enter-amount'],
  [{ wallet: 'restoring' }, 'wallet-restoring', 'none'],
  [{ wallet: 'none' }, 'wallet-missing', 'connect'],
  [{ wallet: 'other-network' }, 'network-other', 'switch-network'],
  [{ wallet: 'ready', market: 'refused' }, 'quote-failed', 'none'],
  [{ market: 'open', recipient: 'unclear' }, 'recipient-unclear', 'enter-recipient'],
  [{ wallet: 'view-only' }, 'view-only', 'none'],
  [{ wallet: 'ready', recipient: 'checking' }, 'recipient-checking', 'none'],
  [{ recipient: 'clear', balance: 'unknown' }, 'balance-unknown', 'none'],
  [{ balance: 'enough', code: 'checking' }, 'code-checking', 'none'],
  [{ code: 'known', permit: 'checking' }, 'permit-checking', 'none'],
  [{ permit: 'known' }, 'review', 'review'],
]

test.each(rows.map((row, index) => [row[1], row[2], index] as const))(
  'shows "%s", with the action %s',
  (state, does, index) => {
    const facts = rows.slice(index).reverse()
    const action = decideLimitAction(Object.assign({}, ready, ...facts.map(([fact]) => fact)))
    expect(action).toMatchObject({ state, does })
  },
)

test('allows signing before the balance suffices', () => {
  expect(decideLimitAction({ ...ready, balance: 'short' })).toMatchObject({ state: 'review' })
})

test('waits for a price that is loading', () => {
  expect(decideLimitAction({ ...ready, price: 'reading' })).toEqual({
    ...{ state: 'quote-loading', does: 'none', isBusy: true },
  })
})
