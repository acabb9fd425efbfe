import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmountText } from '@/lib/client/amount-text'
import { translatorOf } from '@/lib/testing/translator-of'
import type { QuoteStage } from './quote-state'
import {
  amountFact,
  decideSwapAction,
  type SwapFacts,
  swapActionText,
  type WalletReadiness,
} from './swap-action'

const t = translatorOf('swap')

const ready: SwapFacts = {
  isOnline: true,
  tokenMissing: undefined,
  amount: 'given',
  wallet: 'ready',
  pair: 'order',
  quote: 'firm',
  balance: 'enough',
  recipient: 'clear',
  code: 'known',
  permit: 'known',
}

const names = {
  sellSymbol: 'WETH',
  networkTitle: 'Sepolia',
  nativeSymbol: 'ETH',
  quoteProblem: 'No route for this size',
}

describe('the main button', () => {
  // From the highest priority down; each row invalidates one more fact.
  const rows: readonly (readonly [Partial<SwapFacts>, string, string])[] = [
    [{ isOnline: false }, 'You are offline', 'none'],
    [{ tokenMissing: 'buy' }, 'Select a token', 'choose-token'],
    [{ amount: 'missing' }, 'Enter an amount', 'enter-amount'],
    [{ wallet: 'restoring' }, 'Reconnecting wallet…', 'none'],
    [{ wallet: 'none' }, 'Connect wallet', 'connect'],
    [{ wallet: 'other-network' }, 'Switch to Sepolia', 'switch-network'],
    [{ wallet: 'view-only', quote: 'failed' }, 'No route for this size', 'none'],
    [{ quote: 'loading' }, 'Finding the best price…', 'none'],
    [{ quote: 'firm', balance: 'short' }, 'Not enough WETH', 'none'],
    [{ balance: 'enough', recipient: 'unclear' }, 'Check recipient', 'enter-recipient'],
    [{ recipient: 'clear', wallet: 'view-only' }, 'Connect a signing wallet', 'none'],
    [{ wallet: 'ready', quote: 'expired' }, 'Updating price…', 'none'],
    [{ quote: 'firm', recipient: 'checking' }, 'Checking the recipient…', 'none'],
    [{ recipient: 'clear', balance: 'unknown' }, 'Loading your balance…', 'none'],
    [{ balance: 'enough', code: 'checking' }, 'Checking the referral code…', 'none'],
    [{ code: 'known', permit: 'checking' }, 'Checking your allowance…', 'none'],
    [{ permit: 'known' }, 'Review order', 'review'],
  ]

  test.each(rows.map((row, index) => [row[1], row[2], index] as const))(
    'shows "%s", with the action %s',
    (label, does, index) => {
      // From this row on, all rows invalidate their facts; of one fact, the upper row wins.
      const facts = rows.slice(index).reverse()
      const action = decideSwapAction(Object.assign({}, ready, ...facts.map(([fact]) => fact)))
      expect(swapActionText(t, action.state, names)).toBe(label)
      expect(action.does).toBe(does)
    },
  )

  test.each([
    ['missing', 'enter-amount', 'Enter an amount'],
    ['given', 'none', 'Finding the best price…'],
  ] as const)(
    'while the tokens load and the amount is %s, the action is %s',
    (amount, does, label) => {
      const action = decideSwapAction({ ...ready, tokenMissing: 'loading', amount })
      expect(swapActionText(t, action.state, names)).toBe(label)
      expect(action.does).toBe(does)
    },
  )

  test.each([
    ['not-allowed', 'connect', 'Use the demo wallet'],
    ['checking-chain', 'none', 'Checking the wallet’s network…'],
    ['other-chain', 'none', 'Your wallet uses another RPC for Sepolia'],
  ] as const)('for a wallet that is %s, the action is %s', (wallet, does, label) => {
    const action = decideSwapAction({ ...ready, wallet })
    expect(action.does).toBe(does)
    expect(swapActionText(t, action.state, names)).toBe(label)
  })

  test('asks to check an invalid amount', () => {
    const { state, does } = decideSwapAction({ ...ready, amount: 'invalid' })
    expect([swapActionText(t, state, names), does]).toEqual(['Check the amount', 'enter-amount'])
  })

  test.each([
    ['wrap', 'wrap', 'Wrap ETH'],
    ['unwrap', 'unwrap', 'Unwrap to ETH'],
    ['native-sell', 'wrap-first', 'Wrap ETH first'],
  ] as const)('needs no quote for %s', (pair, does, label) => {
    const action = decideSwapAction({ ...ready, pair, quote: 'idle' })
    expect(action.does).toBe(does)
    expect(swapActionText(t, action.state, names)).toBe(label)
  })

  test('wraps at most the balance', () => {
    const facts = { ...ready, pair: 'wrap', balance: 'short' } as const
    expect(decideSwapAction(facts).state).toBe('balance-short')
  })

  test('a quote that is being refreshed may be reviewed', () => {
    expect(decideSwapAction({ ...ready, quote: 'refreshing' }).does).toBe('review')
  })
})

test('in no state does the button open a review that could not be signed', () => {
  const stages: readonly QuoteStage[] = [
    ...(['idle', 'debouncing', 'loading', 'firm', 'refreshing', 'expired', 'failed'] as const),
  ]
  const wallets: readonly WalletReadiness[] = [
    ...(['restoring', 'none', 'not-allowed', 'other-network', 'checking-chain'] as const),
    ...(['other-chain', 'view-only', 'ready'] as const),
  ]
  const anyFacts = fc.record<SwapFacts>({
    isOnline: fc.boolean(),
    tokenMissing: fc.constantFrom(undefined, 'sell', 'buy', 'loading'),
    amount: fc.constantFrom('missing', 'invalid', 'given'),
    wallet: fc.constantFrom(...wallets),
    pair: fc.constantFrom('order', 'wrap', 'unwrap', 'native-sell'),
    quote: fc.constantFrom(...stages),
    balance: fc.constantFrom('enough', 'short', 'unknown'),
    recipient: fc.constantFrom('clear', 'checking', 'unclear'),
    code: fc.constantFrom('known', 'checking'),
    permit: fc.constantFrom('known', 'checking'),
  })
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { state, does, isBusy } = decideSwapAction(facts)
      expect(swapActionText(t, state, names)).not.toBe('')
      // A busy button ends by itself, so it has no action.
      if (isBusy) expect(does).toBe('none')
      if (does !== 'review') return
      expect(facts).toEqual({ ...ready, quote: facts.quote })
      expect(['firm', 'refreshing']).toContain(facts.quote)
    }),
    { seed: 8, numRuns: 500 },
  )
})

test.each([
  ['', 'missing'],
  ['0.0', 'missing'],
  ['0.01', 'given'],
  ['a lot', 'invalid'],
  ['0.0000001', 'invalid'],
])('rates "%s", for a token with six decimals, as %s', (text, fact) => {
  expect(amountFact(parseAmountText(text, 6))).toBe(fact)
})
