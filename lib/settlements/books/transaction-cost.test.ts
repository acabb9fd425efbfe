import { expect, test } from 'vitest'
import { paysOperatorFee, transactionCost } from './transaction-cost'

const receipt = { gasUsed: 200_000n, effectiveGasPrice: 10n }

test('a transaction costs its gas', () => {
  const cost = { gasWei: 2_000_000n, l1Wei: 0n, costWei: 2_000_000n }
  expect(transactionCost({ dataFee: 'none' }, receipt)).toEqual(cost)
  // Another network may name such a field too.
  expect(transactionCost({ dataFee: 'none' }, { ...receipt, l1Fee: '0x5' })).toEqual(cost)
})

test('a transaction on the OP stack also costs the L1 data fee and the operator fee', () => {
  const paid = {
    ...receipt,
    l1Fee: '0x3e8',
    operatorFeeScalar: '0x0',
    operatorFeeConstant: '0x1',
  } as const
  expect(paysOperatorFee(paid)).toBe(true)
  expect(paysOperatorFee({ ...paid, operatorFeeConstant: null })).toBe(false)
  expect(transactionCost({ dataFee: 'op-stack' }, paid, 50n)).toEqual({
    gasWei: 2_000_000n,
    l1Wei: 1_050n,
    costWei: 2_001_050n,
  })
})

test('the gas of a transaction on Arbitrum includes the data fee', () => {
  expect(transactionCost({ dataFee: 'arbitrum' }, { ...receipt, gasUsedForL1: '0xc350' })).toEqual({
    gasWei: 2_000_000n,
    l1Wei: 500_000n,
    costWei: 2_000_000n,
  })
})
