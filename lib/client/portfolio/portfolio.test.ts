import { describe, expect, it } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import {
  allowanceText,
  allowanceUse,
  allowanceUseText,
  availableOf,
  type BalanceView,
  describePortfolio,
  type Holding,
  isUnlimited,
  missingText,
  revokeLabel,
  shortageOf,
  usdAtRisk,
} from './portfolio'

const usdc: Address = `0x${'01'.repeat(20)}`
const odd: Address = `0x${'02'.repeat(20)}`
const dust: Address = `0x${'03'.repeat(20)}`

const view = (address: Address, balance: string | null, allowance: string | null): BalanceView => ({
  token: { address, decimals: 6, symbol: `T${address.slice(-1)}`, name: 'Token' },
  balance,
  allowance,
})

const at = (price: number) => ({ price, dayChange: 0.01, week: [price] })

const portfolio = (
  balances: BalanceView[],
  claimed: readonly (readonly [Address, bigint])[] = [],
) =>
  describePortfolio({
    balances,
    claims: new Map(claimed.map(([token, atoms]) => [token, { orders: 1, atoms }])),
    marketOf: (token) =>
      token === usdc ? at(2) : token === nativeToken ? at(1_000_000) : undefined,
  })

describe('describePortfolio', () => {
  it('sums priced tokens and counts unpriced ones', () => {
    const { usd, unpriced } = portfolio([
      view(usdc, '5000000', '0'),
      view(nativeToken, '2000000', null),
      view(odd, '7', '0'),
    ])
    expect(usd).toBe(2_000_010)
    expect(unpriced).toBe(1)
  })

  it('lists the most valuable first, then unpriced ones, then those not held', () => {
    const { holdings } = portfolio([
      view(dust, '0', '9'),
      view(odd, '7', '0'),
      view(usdc, '5000000', '0'),
      view(nativeToken, '2000000', null),
    ])
    expect(holdings.map(({ token }) => token)).toEqual([nativeToken, usdc, odd, dust])
  })

  it('omits tokens that are not held, approved or promised', () => {
    expect(portfolio([view(odd, '0', '0')]).holdings).toEqual([])
    expect(portfolio([view(odd, '0', '0')], [[odd, 5n]]).holdings).toHaveLength(1)
  })

  it('keeps a token that does not answer, without counting it as zero', () => {
    const [holding] = portfolio([view(odd, null, null)]).holdings
    expect(holding).toMatchObject({ token: odd, balance: undefined, allowance: undefined })
  })

  it('reports a balance or an allowance below the claims', () => {
    const claim = { orders: 2, atoms: 100n }
    expect(shortageOf(claim, { balance: 99n, allowance: 0n })).toBe('balance')
    expect(shortageOf(claim, { balance: 100n, allowance: 99n })).toBe('allowance')
    expect(shortageOf(claim, { balance: 100n, allowance: 100n })).toBeUndefined()
    expect(shortageOf(claim, { balance: undefined, allowance: undefined })).toBeUndefined()
  })
})

describe('what a token is good for', () => {
  it('is available beyond what open orders have reserved', () => {
    const claim = { orders: 1, atoms: 30n }
    expect(availableOf({ balance: 100n, claim })).toBe(70n)
    expect(availableOf({ balance: 10n, claim })).toBe(0n)
    expect(availableOf({ balance: 100n, claim: undefined })).toBe(100n)
    expect(availableOf({ balance: undefined, claim })).toBeUndefined()
  })

  it('is at risk up to the allowance and the balance', () => {
    const [held] = portfolio([view(usdc, '5000000', '2500000')]).holdings
    if (!held) throw new Error('the token is not shown')
    expect(usdAtRisk(held)).toBe(5)
    expect(usdAtRisk({ ...held, allowance: maxUint256 })).toBe(10)
    expect(usdAtRisk({ ...held, balance: 0n, usd: 0 })).toBe(0)
    expect(usdAtRisk({ ...held, allowance: undefined })).toBeUndefined()
  })
})

describe('texts of a portfolio', () => {
  const t = translatorOf('portfolio')
  const format = formatOf('en')
  const token = { token: usdc, symbol: 'USDC', decimals: 6 }
  const nothing = { balance: undefined, allowance: 0n, claim: undefined, shortage: undefined }
  const claimed = (holding: Partial<Holding>) => ({ ...nothing, ...holding, token })

  it('call an allowance unlimited that cannot be used up', () => {
    expect(allowanceText(t, format, { allowance: maxUint256, token })).toBe('Unlimited')
    expect(isUnlimited(maxUint256 - 10n ** 30n)).toBe(true)
    expect(allowanceText(t, format, { allowance: 120_000_000n, token })).toBe('120 USDC')
  })

  it('say what an allowance is good for', () => {
    const claim = { orders: 2, atoms: 120_000_000n }
    const textOf = (holding: Partial<Holding>) => allowanceUseText(t, format, claimed(holding))
    expect(textOf({ claim, allowance: 120_000_000n })).toBe('Covers 2 open orders')
    expect(textOf({ claim, allowance: 1_500_000n })).toBe('Allowance too low: 1.5 USDC')
    expect(textOf({ balance: 5n, allowance: maxUint256 })).toBe('More than you hold')
    expect(textOf({ balance: 5n, allowance: 5n })).toBe('Not in use')
    expect(allowanceUse({ ...claimed({ balance: 5n }), token: nativeToken })).toBe('needless')
  })

  it('say what is missing for all open orders', () => {
    const claim = { orders: 2, atoms: 120_000_000n }
    expect(missingText(t, format, claimed({ claim, balance: 100_000_000n }))).toBe(
      'Balance too low: 20 USDC more needed',
    )
    expect(missingText(t, format, claimed({ claim, balance: 120_000_000n }))).toBeUndefined()
    expect(missingText(t, format, claimed({ claim }))).toBeUndefined()
  })

  it('label each step of a revocation', () => {
    expect(revokeLabel(t, { at: 'rest' })).toBe('Revoke')
    expect(revokeLabel(t, { at: 'rest', trouble: 'rejected' })).toBe('Try again')
    expect(revokeLabel(t, { at: 'wallet', step: 'approve', id: 1, isLate: true })).toBe('Try again')
  })
})
