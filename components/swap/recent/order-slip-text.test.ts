import { describe, expect, it } from 'vitest'
import type { OrderView } from '@/lib/client/api'
import { describeOutcome, type Outcome } from '@/lib/client/swap/order-outcome'
import type { OrderStage } from '@/lib/client/swap/order-progress'
import type { Token } from '@/lib/client/swap/tokens'
import { formatOf } from '@/lib/core/format/format'
import { testOrder } from '@/lib/testing/test-order'
import { translatorOf } from '@/lib/testing/translator-of'
import {
  stampKind,
  stampText,
  statusText,
  stepTexts,
  titleText,
  type Waits,
  waitingSteps,
} from './order-slip-text'

const t = translatorOf('swap')
const format = formatOf('en')
const token = (symbol: string, decimals: number): Token => ({
  ...{ address: `0x${'11'.repeat(20)}`, symbol, name: symbol, decimals },
})
const tokens = { sellToken: token('WETH', 18), buyToken: token('USDC', 6) }
const order = testOrder({ sellAmount: 10n ** 18n, buyAmount: 3_000_000_000n })

const slip = (change: Partial<OrderView>, quotedAmount?: bigint) => {
  const view = {
    ...{ status: 'open', executedSellAmount: '0', executedBuyAmount: '0' },
    creationDate: new Date().toISOString(),
    ...change,
  } as OrderView
  return { placed: tokens, outcome: describeOutcome(view, { order, quotedAmount }) }
}
const filled = {
  status: 'fulfilled',
  executedSellAmount: `${order.sellAmount}`,
  executedBuyAmount: '3100000000',
} as const
const half = { executedSellAmount: `${order.sellAmount / 2n}`, executedBuyAmount: '1550000000' }

describe('an order without a quote', () => {
  it('has the limit as its title, without a quote', () => {
    const open = slip({})
    expect(titleText(t, format, open)).toBe('1 WETH → min 3,000 USDC')
  })

  it('is compared with its limit once filled', () => {
    const done = slip(filled)
    expect(titleText(t, format, done)).toBe('1 WETH → 3,100 USDC')
    expect(statusText(t, format, done)).toBe('Settled 100 USDC above your minimum.')
  })

  it('is settled at its limit if it bought no more', () => {
    const done = slip({ ...filled, executedBuyAmount: '3000000000' })
    expect(statusText(t, format, done)).toBe('Settled at the limit price.')
  })
})

describe('an order with a quote', () => {
  it('has its quote as its title, then the executed amount', () => {
    expect(titleText(t, format, slip({}, 3_050_000_000n))).toBe('1 WETH → 3,050 USDC')
    expect(titleText(t, format, slip(filled, 3_050_000_000n))).toBe('1 WETH → 3,100 USDC')
  })

  it('reports the gain over the quote, else the comparison with it', () => {
    expect(statusText(t, format, slip(filled, 3_050_000_000n))).toBe(
      'You got 50 USDC more than quoted.',
    )
    expect(statusText(t, format, slip(filled, 3_100_000_000n))).toBe('Settled at the quoted price.')
    const short = slip(filled, 3_200_000_000n)
    expect(statusText(t, format, short)).toBe(
      'You got 100 USDC less than quoted, within your slippage.',
    )
  })
})

describe('an open order', () => {
  const marks = { waits: undefined, isCancelling: false }
  const known = { creationDate: new Date(Date.now() - 400_000).toISOString() }
  const notesOf = (outcome: Outcome, stage: OrderStage = 'scheduled') =>
    stepTexts(t, { stage, offers: 0, outcome }).flatMap(({ note }) => note ?? [])

  it('reads alike through all auctions, until a solver is chosen', () => {
    const open = slip({}, 3_050_000_000n)
    for (const stage of ['scheduled', 'competing', 'passed-over'] as const) {
      expect(statusText(t, format, { ...open, stage })).toMatch(/^Solvers compete for it/)
    }
    expect(statusText(t, format, { ...open, stage: 'chosen' })).toMatch(/^A solver was chosen/)
    const partly = slip(half, 3_050_000_000n)
    expect(statusText(t, format, { ...partly, stage: 'competing' })).toMatch(/^Part of it/)
  })

  it('is reported as delayed after minutes, unless it waits for its price', () => {
    const late = slip(known, 3_050_000_000n)
    expect(statusText(t, format, late)).toBe('Taking longer than usual.')
    expect(statusText(t, format, slip(known))).toMatch(/^It waits for its price/)
  })

  it.each([
    ['was never quoted', undefined],
    ['asks for more than was quoted', 2_999_999_999n],
  ])('that %s waits for its price in every auction', (_, quotedAmount) => {
    const open = slip({}, quotedAmount)
    expect(statusText(t, format, open)).toMatch(/^It waits for its price/)
    for (const stage of ['scheduled', 'competing', 'passed-over'] as const) {
      expect(notesOf(open.outcome, stage)).toEqual(['It fills once the market reaches its price.'])
    }
  })

  it('that is excluded gives the reason and the remedy, and mentions no solvers', () => {
    const exclusion = { state: 'Low balance', reason: 'It needs 1 WETH.', action: 'Add WETH.' }
    const open = slip(known, 3_050_000_000n)
    for (const stage of ['held', 'scheduled', 'competing', 'passed-over'] as const) {
      expect(statusText(t, format, { ...open, stage, exclusion })).toBe('Add WETH.')
      const excluded = { label: 'In no auction', ...exclusion }
      const steps = stepTexts(t, { stage, offers: 0, outcome: open.outcome, excluded })
      expect(steps[1]).toEqual({
        ...{ label: 'In no auction', state: 'current', note: 'It needs 1 WETH.' },
      })
    }
    expect(stampText(t, open.outcome, { ...marks, exclusion })).toBe('Low balance')
  })

  it('is expiring after its deadline, without waiting for another auction', () => {
    const { placed, outcome } = slip(known, 3_050_000_000n)
    const over = { placed, outcome: { ...outcome, wait: 'ending' as const } }
    expect(stampText(t, over.outcome, marks)).toBe('Expiring')
    expect(statusText(t, format, over)).toMatch(/^Its time is over/)
    expect(notesOf({ ...outcome, wait: 'usual' })).toEqual(['The next auction takes it.'])
    expect(notesOf(over.outcome)).toEqual([])
  })
})

describe('an order that cannot join an auction yet', () => {
  it('names the pending signature or payment, and no auction', () => {
    const { outcome } = slip({}, 3_050_000_000n)
    const stamp = (waits: Waits) => stampText(t, outcome, { waits, isCancelling: false })
    expect([stamp('unsigned'), stamp('unpaid'), stamp('failed')]).toEqual([
      ...['Unsigned', 'Sent', 'Failed'],
    ])
    const [unsigned, unpaid] = [waitingSteps(t, 'unsigned'), waitingSteps(t, 'unpaid')]
    expect(unsigned[0]).toEqual({ label: 'Sign by a transaction', state: 'current' })
    expect(unpaid[0]).toEqual({ label: 'Pay by a transaction', state: 'current' })
    expect(unpaid.slice(1).every(({ state, note }) => state === 'waiting' && !note)).toBe(true)
  })
})

describe('an order that ended partly filled', () => {
  it('does not read as unfilled', () => {
    for (const status of ['expired', 'cancelled'] as const) {
      const ended = slip({ status, ...half })
      const marks = { waits: undefined, isCancelling: false }
      expect(titleText(t, format, ended)).toBe('0.5 WETH → 1,550 USDC')
      expect(stampKind(ended.outcome)).toBe('filled')
      expect(stampText(t, ended.outcome, marks)).toBe('Partly filled')
      expect(statusText(t, format, ended)).toContain('the rest was not taken')
    }
    expect(stampKind(slip({ status: 'expired' }).outcome)).toBe('expired')
  })
})
