import { describe, expect, it } from 'vitest'
import { orderState } from '@/lib/client/orders/order-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { OrderStage } from '@/lib/client/swap/order-progress'
import type { Address } from '@/lib/core/address'
import { formatOf } from '@/lib/core/format/format'
import { getNetwork } from '@/lib/core/networks'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { liveText, resultTexts, statusText, stepTexts, termsText, titleText } from './recent-text'

const { wrappedNative: weth, usdToken: usdc } = getNetwork(1)
const words = { t: translatorOf('orders'), swap: translatorOf('swap'), format: formatOf('en') }
const nameToken = (address: Address) =>
  address === weth
    ? { address, symbol: 'WETH', decimals: 18 }
    : { address, symbol: 'USDC', decimals: 6 }

const ether = 10n ** 18n
/** Sells 1 WETH for at least 3,000 USDC, quoted 3,050. */
const order: ShownOrder = shownOrder({
  ...{ sellToken: weth, buyToken: usdc, sellAmount: ether, buyAmount: 3_000_000_000n },
  ...{ validTo: 4_000_000_000, offer: { sellAmount: ether, buyAmount: 3_050_000_000n } },
})
const limit: ShownOrder = { ...order, isQuoted: false, offer: undefined }
const filled = { status: 'fulfilled', executedSell: ether, executedBuy: 3_100_000_000n } as const
const half = { executedSell: ether / 2n, executedBuy: 1_550_000_000n }
const exclusion = { state: 'Balance too low', reason: 'It needs 1 WETH.', action: 'Add WETH.' }

const reported = (given: ShownOrder, stage: OrderStage = 'scheduled') => ({
  ...{ order: given, nameToken, stage, exclusion: undefined, isDelayed: false },
  state: orderState(given, { nowSeconds: 0 }),
})
const live = (given: ShownOrder, stage: OrderStage = 'competing') => ({
  ...{ ...reported(given, stage), offers: 4, waits: undefined, gap: undefined },
})

describe('a recent order', () => {
  it('is named by its amounts, and states its limit while it is open, then its price', () => {
    expect(titleText(words, order, nameToken)).toBe('1 WETH → 3,050.00 USDC')
    expect(termsText(words, order, nameToken)).toBe('Swap · Min 3,000.00 USDC')
    expect(termsText(words, limit, nameToken)).toBe('Limit · 3,000.00 USDC per WETH')
    expect(termsText(words, { ...order, ...filled }, nameToken)).toBe(
      'Swap · 3,100.00 USDC per WETH',
    )
  })

  it('reads alike through all auctions, until a winner is chosen', () => {
    for (const stage of ['scheduled', 'competing', 'passed-over'] as const) {
      expect(statusText(words, reported(order, stage))).toMatch(/^Solvers are bidding\./)
    }
    expect(statusText(words, reported(order, 'chosen'))).toMatch(/^The winning solver is settling/)
    expect(statusText(words, reported({ ...order, ...half }))).toMatch(/^Part of it/)
    expect(statusText(words, reported(limit))).toMatch(/^Waiting for its price/)
    const late = { ...reported(order), isDelayed: true }
    expect(statusText(words, late)).toBe('Taking longer than usual.')
  })

  it('says at which price it fills', () => {
    const away = { ...limit, exclusion: { code: 'waitsForPrice' } } as const
    expect(statusText(words, { ...reported(away), exclusion })).toMatch(
      /^It fills once the market gives [\d,.]+ USDC per WETH, costs included/,
    )
  })

  it('says in a few words what it waits for', () => {
    expect(liveText(words, live(order))).toBe('4 solvers bidding')
    expect(liveText(words, live(order, 'scheduled'))).toBe('Waiting for bids')
    expect(liveText(words, live(order, 'chosen'))).toBe('Settling now')
    expect(liveText(words, live({ ...order, ...half }))).toBe('50% filled · 0.5 of 1 WETH')
    const away = { ...limit, exclusion: { code: 'waitsForPrice' } } as const
    expect(liveText(words, { ...live(away), gap: 0.0425 })).toBe('4.25% above market')
    expect(liveText(words, { ...live(order), exclusion })).toBe('It needs 1 WETH.')
    expect(liveText(words, { ...live(order), waits: 'unpaid' })).toBe('Awaiting payment')
  })

  it('compares its result with the quote it took, else with its limit', () => {
    expect(resultTexts(words, order, nameToken)).toBeUndefined()
    const result = (of: typeof order, executedBuy: bigint = filled.executedBuy) =>
      resultTexts(words, { ...of, ...filled, executedBuy }, nameToken)
    expect(result(order)).toMatchObject({ gain: { amount: '+50.00' }, over: 'vs quote' })
    expect(result(limit)).toMatchObject({ over: 'vs limit' })
    expect(result(order, 3_049_999_966n)).toEqual({ even: 'As quoted' })
    expect(result(limit, 3_000_000_000n)).toEqual({ even: 'At the limit' })
    const textOf = (executedBuy: bigint, of = order) =>
      statusText(words, reported({ ...of, ...filled, executedBuy }))
    expect(textOf(3_100_000_000n)).toBe('You got 50.00 USDC more than quoted.')
    expect(textOf(3_050_000_000n)).toBe('Settled at the quoted price.')
    expect(textOf(3_049_999_966n)).toBe('Settled at the quoted price.')
    expect(textOf(3_040_000_000n)).toContain('less than quoted, within your slippage')
    expect(textOf(3_000_000_000n, limit)).toBe('Settled at the limit price.')
  })

  it('of a schedule names no gain over its worst price', () => {
    const part = { ...limit, ...filled, schedule: 'weekly' }
    expect(resultTexts(words, part, nameToken)).toBeUndefined()
    expect(statusText(words, reported(part))).toBe('Settled at the market price.')
  })

  it('that ended partly filled does not read as unfilled', () => {
    const ended = { ...order, ...half, status: 'expired' } as const
    expect(statusText(words, reported(ended))).toContain('The rest was not traded')
    expect(statusText(words, reported({ ...order, status: 'expired' }))).toMatch(/^Not filled/)
  })
})

describe('the steps of an order', () => {
  const stepsOf = (change: object) =>
    stepTexts(words, {
      ...{ stage: 'competing', offers: 4, waits: undefined, exclusion: undefined },
      ...{ times: { signed: '10:03:51' }, ...change },
    })

  it('have the times that are known, else what happens in them', () => {
    expect(stepsOf({}).map(({ label, note }) => [label, note])).toEqual([
      ['Signed', '10:03:51'],
      ['In auction', '4 solvers bidding'],
      ['Winner chosen', 'Best price for you'],
      ['Settled', ''],
    ])
    const chosen = stepsOf({ stage: 'chosen', times: { signed: '10:03:51', chosen: '10:04:02' } })
    expect(chosen[1]).toMatchObject({ state: 'done', note: '4 solvers bid' })
    expect(chosen[2]).toMatchObject({ state: 'current', note: '10:04:02' })
  })

  it('say why an order is not in an auction, or what it waits for before', () => {
    expect(stepsOf({ exclusion })[1]).toMatchObject({
      ...{ label: 'Not in an auction', note: 'It needs 1 WETH.' },
    })
    const unpaid = stepsOf({ waits: 'unpaid' })
    expect(unpaid[0]).toMatchObject({ label: 'Pay with a transaction', state: 'current' })
    expect(unpaid.slice(1).every(({ state, note }) => state === 'waiting' && !note)).toBe(true)
  })
})
