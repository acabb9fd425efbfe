import { expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { editLink } from './edit-link'
import { planParts, worsenedBy } from './plan'

test('the form is filled with what is left of a schedule', () => {
  const { wrappedNative: buyToken, usdToken: sellToken, name: network } = getNetwork(1)
  const market = { bought: 10n ** 18n, sold: 3_000n * 10n ** 6n }
  const worst = worsenedBy(market, 1_250)
  const terms = {
    total: 700_000_000n,
    parts: 7,
    intervalSeconds: 2 * 86_400,
    startSeconds: 1,
    worst,
  }
  const open = planParts(terms).slice(3)
  const site = { network, sellDecimals: 6, market }
  expect(editLink({ sellToken, buyToken }, open, site)).toEqual({
    ...{ chain: network, sell: sellToken, buy: buyToken, amount: '400' },
    ...{ parts: '4', every: '2', unit: 'day', worst: '12.5' },
  })
  // Two orders at least, and the usual worst price without a market.
  const last = editLink({ sellToken, buyToken }, open.slice(-1), { ...site, market: undefined })
  expect(last).toMatchObject({ amount: '100', parts: '2' })
  expect(last.worst).toBeUndefined()
  const third = planParts({ ...terms, total: 10n ** 18n, parts: 3 }).slice(1)
  const site18 = { ...site, sellDecimals: 18 }
  expect(editLink({ sellToken, buyToken }, third, site18).amount).toBe('0.666666666')
})
