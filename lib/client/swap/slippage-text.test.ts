import { expect, test } from 'vitest'
import { formatOf } from '@/lib/client/i18n/format'
import { impactText } from './slippage-text'

const format = formatOf('en')

test('a loss is told as the change that it makes', () => {
  expect([13, 0, -20].map((bps) => impactText(format, bps))).toEqual([
    '−0.13 %',
    '0.00 %',
    '+0.20 %',
  ])
})
