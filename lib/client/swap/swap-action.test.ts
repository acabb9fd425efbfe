import { describe, expect, test } from 'vitest'
import { decideSwapAction, type SwapFacts } from './swap-action'

const ready: SwapFacts = {
  isOnline: true,
  sellSymbol: 'WETH',
  buySymbol: 'USDC',
  amount: 'given',
  wallet: 'ready',
  networkTitle: 'Sepolia',
  nativeSymbol: 'ETH',
  pair: 'order',
  quote: 'ready',
  quoteProblem: undefined,
  balance: 'enough',
  code: 'known',
}

describe('the main button', () => {
  // From the state that wins over all others to the last one; each row spoils one more fact.
  const spoiled: readonly (readonly [Partial<SwapFacts>, string])[] = [
    [{ isOnline: false }, 'You are offline'],
    [{ buySymbol: undefined }, 'Select a token'],
    [{ amount: 'missing' }, 'Enter an amount'],
    [{ wallet: 'none' }, 'Connect wallet'],
    [{ quoteProblem: 'No route for this size' }, 'No route for this size'],
    [{ quote: 'loading' }, 'Finding the best price…'],
    [{ balance: 'short' }, 'Not enough WETH'],
    [{ code: 'checking' }, 'Checking the referral code…'],
  ]

  test.each(spoiled.map((row, index) => [row[1], index] as const))('says "%s"', (label, index) => {
    const facts = spoiled.slice(index).map(([fact]) => fact)
    expect(decideSwapAction(Object.assign({}, ready, ...facts)).label).toBe(label)
  })

  test('reviews when nothing is missing', () => {
    expect(decideSwapAction(ready)).toEqual({ does: 'review', label: 'Review order' })
  })

  test.each([
    ['restoring', 'none', 'Reconnecting wallet…'],
    ['not-allowed', 'connect', 'Use the demo wallet'],
    ['other-network', 'switch-network', 'Switch to Sepolia'],
    ['checking-chain', 'none', 'Checking the wallet’s network…'],
    ['other-chain', 'none', 'Your wallet is on another Sepolia'],
  ] as const)('with a wallet that is %s it does %s', (wallet, does, label) => {
    expect(decideSwapAction({ ...ready, wallet })).toMatchObject({ does, label })
  })

  test.each([
    ['wrap', 'Wrap ETH'],
    ['unwrap', 'Unwrap to ETH'],
    ['native-sell', 'Wrap ETH first'],
  ] as const)('needs no price for %s', (pair, label) => {
    expect(decideSwapAction({ ...ready, pair, quote: 'loading' }).label).toBe(label)
  })

  test('never reviews an offer that is over or a balance that is unknown', () => {
    expect(decideSwapAction({ ...ready, quote: 'expired' }).does).toBe('none')
    expect(decideSwapAction({ ...ready, balance: 'unknown' }).does).toBe('none')
  })
})
