import { expect, test } from 'vitest'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { formatOf } from '@/lib/core/format/format'
import { type Locale, locales } from '@/lib/core/format/locale'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { receiptTitle } from './receipt-title'

const sold = { address: `0x${'01'.repeat(20)}`, symbol: 'WETH', decimals: 2 } as const
const bought = { address: `0x${'02'.repeat(20)}`, symbol: 'ABC', decimals: 0 } as const

type Given = {
  readonly change?: Partial<ShownOrder>
  readonly locale?: Locale
  readonly amounts?: 'shown' | 'hidden'
}

const titleOf = ({ change = {}, locale = 'en', amounts = 'shown' }: Given) =>
  receiptTitle(
    { t: translatorOf('orders', locale), format: formatOf(locale) },
    { order: shownOrder(change), sold, bought, amounts, nowSeconds: 0 },
  )

const filled = { status: 'fulfilled', executedSell: 1_000n, executedBuy: 3_100n } as const
const part = { executedSell: 400n, executedBuy: 1_300n } as const

test.for([
  [{}, 'Selling 10 WETH for at least 3,000 ABC'],
  [{ kind: 'buy' }, 'Buying 3,000 ABC for at most 10 WETH'],
  [filled, 'Sold 10 WETH for 3,100 ABC'],
  [{ ...filled, kind: 'buy' }, 'Bought 3,100 ABC for 10 WETH'],
  [part, 'Sold 4 of 10 WETH so far, for 1,300 ABC'],
  [{ ...part, status: 'expired' }, 'Sold 4 of 10 WETH for 1,300 ABC'],
  [{ ...part, status: 'cancelled', kind: 'buy' }, 'Bought 1,300 of 3,000 ABC for 4 WETH'],
  [{ status: 'expired' }, 'Expired: sell 10 WETH for at least 3,000 ABC'],
  [{ status: 'cancelled', kind: 'buy' }, 'Cancelled: buy 3,000 ABC for at most 10 WETH'],
  [{ signed: false }, 'Awaiting signature: sell 10 WETH for at least 3,000 ABC'],
] as const)('titles %o as "%s"', ([change, title]) => {
  expect(titleOf({ change })).toBe(title)
})

test('the German title is a sentence of its own', () => {
  expect(titleOf({ change: filled, locale: 'de' })).toBe('10 WETH für 3.100 ABC verkauft')
})

test('a title without amounts has no digit, in each state and language', () => {
  for (const locale of locales) {
    for (const change of [{}, filled, part, { status: 'expired' }, { signed: false }] as const) {
      for (const kind of ['sell', 'buy'] as const) {
        const title = titleOf({ change: { ...change, kind }, locale, amounts: 'hidden' })
        expect(title).toMatch(/WETH/)
        expect(title).not.toMatch(/\d|least|most|mindestens|höchstens/)
      }
    }
  }
})
