import { expect, test } from 'vitest'
import { decideLimitAction, type LimitFacts } from './limit-action'

const ready: LimitFacts = {
  isOnline: true,
  tokenMissing: undefined,
  amount: 'given',
  price: 'given',
  expiry: 'given',
  wallet: 'ready',
  balance: 'enough',
  code: 'known',
}

// From the state that wins over all others to the last one; each row spoils one more fact.
const rows: readonly (readonly [Partial<LimitFacts>, string, string])[] = [
  [{ isOnline: false }, 'offline', 'none'],
  [{ tokenMissing: 'buy' }, 'token-missing', 'choose-token'],
  [{ amount: 'missing' }, 'amount-missing', 'enter-amount'],
  [{ price: 'missing' }, 'price-missing', 'enter-amount'],
  [{ expiry: 'invalid' }, 'expiry-invalid', 'enter-amount'],
  [{ wallet: 'restoring' }, 'wallet-restoring', 'none'],
  [{ wallet: 'none' }, 'wallet-missing', 'connect'],
  [{ wallet: 'other-network' }, 'network-other', 'switch-network'],
  [{ wallet: 'ready', balance: 'short' }, 'balance-short', 'none'],
  [{ balance: 'unknown' }, 'balance-unknown', 'none'],
  [{ balance: 'enough', code: 'checking' }, 'code-checking', 'none'],
  [{ code: 'known' }, 'review', 'review'],
]

test.each(rows.map((row, index) => [row[1], row[2], index] as const))(
  'the button is "%s" and does: %s',
  (state, does, index) => {
    const facts = rows.slice(index).reverse()
    const action = decideLimitAction(Object.assign({}, ready, ...facts.map(([fact]) => fact)))
    expect(action).toMatchObject({ state, does })
  },
)
