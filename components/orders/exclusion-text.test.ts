import { expect, test } from 'vitest'
import type { Exclusion } from '@/lib/core/exclusion'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { exclusionText } from './exclusion-text'

const token = `0x${'01'.repeat(20)}` as const
const short = { token, needed: '1500000000000000000', available: '0' } as const
const time = '2026-11-23T10:00:00.000Z'

const textOf = (exclusion: Exclusion, locale: 'en' | 'de' = 'en', gap?: number) =>
  exclusionText({ t: translatorOf('orders', locale), format: formatOf(locale) }, exclusion, {
    nameToken: () => ({ address: `0x${'11'.repeat(20)}`, symbol: 'WETH', decimals: 18 }) as const,
    timeText: (time) => time.toISOString(),
    gap,
  })

/** Every code, in each variant of its parameters. */
const every: readonly Exclusion[] = [
  { ...short, code: 'insufficientBalance' },
  { ...short, code: 'insufficientAllowance' },
  { code: 'waitsForPrice' },
  { code: 'notValidYet', validFrom: time },
  { code: 'accountNotServed' },
  { code: 'tokenNotTraded', token },
  { code: 'tokenNotTraded' },
  { code: 'awaitsSignature' },
  { code: 'backingOff', until: time },
  { code: 'settlingOff' },
  { code: 'settlingPaused' },
  { code: 'solverUnfunded' },
  { code: 'gasTooDear' },
  { code: 'overCap', cap: 'order' },
  { code: 'overCap', cap: 'day' },
  { code: 'hookFails' },
  { code: 'appDataRefused', member: 'metadata.flashloan' },
  { code: 'blockedAfterReverts' },
  { code: 'blockedAfterReverts', until: time },
]

test.each(every)('$code has a state, a reason and an action in both languages', (exclusion) => {
  for (const locale of ['en', 'de'] as const) {
    const { state, reason, action } = textOf(exclusion, locale)
    expect(state.split(' ').length).toBeLessThanOrEqual(5)
    expect(reason).toMatch(/\.$/)
    expect(action).toMatch(/\.$/)
    expect(`${reason} ${action}`).not.toMatch(/compete|konkurrier|[{}]/)
  }
})

test('a code’s parameters appear in its reason or action', () => {
  const textFor = (exclusion: Exclusion, gap?: number) => {
    const { reason, action } = textOf(exclusion, 'en', gap)
    return `${reason} ${action}`
  }
  expect(textFor({ ...short, code: 'insufficientAllowance' })).toBe(
    'It needs 1.5 WETH; the vault relayer may move 0 WETH for it. Approve WETH and it continues automatically.',
  )
  expect(textFor({ code: 'waitsForPrice' }, 0.0425)).toContain('4.25% above market')
  expect(textFor({ code: 'notValidYet', validFrom: time })).toContain(time)
  expect(textFor({ code: 'backingOff', until: time })).toContain(time)
  expect(textFor({ code: 'blockedAfterReverts', until: time })).toContain(time)
  expect(textFor({ code: 'tokenNotTraded', token })).toContain('WETH')
  expect(textFor({ code: 'overCap', cap: 'day' })).toContain('tomorrow')
  expect(textFor({ code: 'appDataRefused', member: 'flashloan' })).toContain('flashloan')
})
