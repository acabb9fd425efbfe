import { expect, test } from 'vitest'
import { countedNetworks, sumTotals } from './sum-totals'

const totals = {
  ...{ orders: 2, fills: 3, volumeUsd: 100.5, surplusVsQuoteUsd: -1, surplusVsLimitUsd: 4 },
  ...{ networkCostsUsd: 0.5, unpricedFills: 1 },
}

test('each figure is added up', () => {
  expect(sumTotals([totals])).toEqual(totals)
  expect(sumTotals([totals, { ...totals, orders: 5, surplusVsQuoteUsd: 3 }])).toEqual({
    ...{ orders: 7, fills: 6, volumeUsd: 201, surplusVsQuoteUsd: 2, surplusVsLimitUsd: 8 },
    ...{ networkCostsUsd: 1, unpricedFills: 2 },
  })
})

test('testnets count only where there is nothing else', () => {
  const [real, test] = [{ realMoney: true }, { realMoney: false }]
  expect(countedNetworks([real, test])).toEqual([real])
  expect(countedNetworks([test, test])).toEqual([test, test])
})
