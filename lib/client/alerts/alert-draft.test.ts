import { expect, it } from 'vitest'
import { priceAt, readAlertDraft } from './alert-draft'

const read = (text: string, price: number | undefined = 3_000) =>
  readAlertDraft(text, { price, locale: 'en' })

it('waits for a rise to a higher price, and for a fall to a lower one', () => {
  expect(read('3,300')).toMatchObject({
    state: 'ready',
    target: { condition: 'above', limitUsd: 3_300 },
    distance: expect.closeTo(0.1),
  })
  expect(read('$2700.50')).toMatchObject({ target: { condition: 'below', limitUsd: 2_700.5 } })
})

it('reads prices of the language', () => {
  expect(readAlertDraft('3300,5', { price: 3_000, locale: 'de' })).toMatchObject({
    target: { condition: 'above', limitUsd: 3_300.5 },
  })
})

it('names what is wrong with a price', () => {
  expect(read(' ').state).toBe('empty')
  for (const text of ['high', '-5', '0', '1e9', '1.2.3', '99999999999999']) {
    expect(read(text).state, text).toBe('malformed')
  }
  expect(read('3000').state).toBe('reached')
  expect(readAlertDraft('3000', { price: undefined, locale: 'en' }).state).toBe('unpriced')
})

it('offers prices at a distance that can be read again', () => {
  expect(priceAt(3_021.55, 0.05)).toBe('3172.6')
  expect(priceAt(0.000_000_123_45, -0.1)).toBe('0.00000011111')
  for (const price of [64_612.4, 1, 0.37, 1.2e-9]) {
    const draft = readAlertDraft(priceAt(price, 0.1), { price, locale: 'en' })
    expect(draft).toMatchObject({ state: 'ready', target: { condition: 'above' } })
  }
})
