import { describe, expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { decideScheduleAction, type ScheduleFacts } from './schedule-action'
import { editSchedule, type ScheduleEdit, startSchedule, viewSchedule } from './schedule-form'
import { scheduleLink, startLinkedSchedule } from './schedule-link'

const { wrappedNative: weth, usdToken: usdc, name } = getNetwork(1)
const form = startSchedule({ sellToken: usdc, buyToken: weth })
const play = (...edits: readonly ScheduleEdit[]) => edits.reduce(editSchedule, form)
const market = { bought: 10n ** 18n, sold: 3_000n * 10n ** 6n }
const view = (edited = form, price: typeof market | null = market) =>
  viewSchedule(edited, { sellDecimals: 6, market: price ?? undefined, locale: 'en' })
const amount = (text: string): ScheduleEdit => ({ type: 'amount', side: 'sell', text })

describe('the form', () => {
  test('begins with a week of daily orders, at most 10 % worse than today', () => {
    expect(view()).toMatchObject({ parts: 7, intervalSeconds: 86_400, worstBps: 1_000 })
    expect(view(play(amount('700'))).each).toBe(100_000_000n)
  })

  test('a worst price follows the market', () => {
    expect(view().worst).toEqual({ bought: 9_000n * 10n ** 18n, sold: 30_000_000n * 10n ** 6n })
    expect(view(form, null).worst).toBeUndefined()
    const { worstBps } = view(play({ type: 'worst', text: '2.5%' }))
    expect(worstBps).toBe(250)
  })

  test.each([
    ['', 'missing'],
    ['x', 'not-whole'],
    ['1', 'too-few'],
    ['51', 'too-many'],
    ['2.5', 'not-whole'],
    ['-3', 'not-whole'],
  ])('%j orders are %s', (text, problem) => {
    expect(view(play({ type: 'parts', text })).partsProblem).toBe(problem)
  })

  test('an interval is checked with its unit and the number of orders', () => {
    const every = (text: string, unit: 'minute' | 'week') =>
      view(play({ type: 'every', text }, { type: 'unit', unit })).intervalProblem
    expect(every('4', 'minute')).toBe('too-short')
    expect(every('5', 'minute')).toBeUndefined()
    expect(every('8', 'week')).toBe('too-long')
    expect(every('', 'week')).toBe('missing')
    expect(every('0', 'week')).toBe('too-short')
    expect(every('1.5', 'week')).toBe('not-whole')
  })

  test.each([
    [' ', 'missing'],
    ['-5', 'not-percent'],
    ['1.234', 'not-percent'],
    ['91', 'too-much'],
    ['0', undefined],
  ])('a worst price of %j is %s', (text, problem) => {
    expect(view(play({ type: 'worst', text })).worstProblem).toBe(problem)
  })

  test('an amount that leaves nothing for a part has no parts', () => {
    expect(view(play(amount('0.000006'))).each).toBeUndefined()
    expect(view(play(amount('0.000007'))).each).toBe(1n)
  })
})

test('the link restores the form', () => {
  const edited = play(
    amount('1,200.5'),
    { type: 'parts', text: '12' },
    { type: 'every', text: '2' },
    { type: 'unit', unit: 'week' },
    { type: 'worst', text: '15' },
  )
  const link = scheduleLink(edited, { network: name, locale: 'en' })
  expect(link).toEqual({
    ...{ chain: name, sell: usdc, buy: weth, amount: '1200.5' },
    ...{ parts: '12', every: '2', unit: 'week', worst: '15' },
  })
  const restored = startLinkedSchedule(getNetwork(1), link, 'en')
  expect(restored).toMatchObject({ ...edited, sellText: '1200.5', isTyping: false })
  const usual = scheduleLink(form, { network: name, locale: 'en' })
  expect(usual).toMatchObject({ parts: '', every: '', unit: '', worst: '' })
  const strange = { ...link, unit: 'toString', parts: '-1' }
  expect(startLinkedSchedule(getNetwork(1), strange, 'en')).toMatchObject({
    ...{ unit: 'day', partsText: '7' },
  })
})

const facts: ScheduleFacts = {
  ...{ isOnline: true, tokenMissing: undefined, amount: 'given', wallet: 'ready', code: 'known' },
  ...{ partsProblem: undefined, intervalProblem: undefined, worstProblem: undefined, each: 1n },
  ...{ market: 'known', balance: 'enough' },
}

test.each<[Partial<ScheduleFacts>, string]>([
  [{}, 'review'],
  [{ amount: 'missing' }, 'amount-missing'],
  [{ partsProblem: 'too-many' }, 'parts-invalid'],
  [{ intervalProblem: 'too-short' }, 'interval-invalid'],
  [{ worstProblem: 'missing' }, 'worst-invalid'],
  [{ each: undefined }, 'total-too-small'],
  [{ market: 'reading' }, 'quote-loading'],
  [{ market: 'unknown' }, 'price-missing'],
  [{ market: 'refused' }, 'quote-failed'],
  [{ wallet: 'none' }, 'wallet-missing'],
  [{ balance: 'short' }, 'balance-short'],
  [{ isOnline: false, partsProblem: 'missing' }, 'offline'],
])('the button with %j is %s', (change, state) => {
  expect(decideScheduleAction({ ...facts, ...change }).state).toBe(state)
})
