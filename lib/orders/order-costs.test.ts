import { expect, test } from 'vitest'
import type { ExecutedFee } from '@/lib/chain-events/executed-fee'
import type { Address } from '@/lib/core/address'
import { orderCosts } from './order-costs'

const [weth, usdc]: Address[] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const [own, partner]: Address[] = [`0x${'7b'.repeat(20)}`, `0x${'7a'.repeat(20)}`]
const order = {
  kind: 'sell',
  sellToken: weth as Address,
  buyToken: usdc as Address,
  executedFee: 0n,
  networkFee: 0n,
  protocolFee: 0n,
} as const
const volume = (amount: number, recipient: Address): ExecutedFee => ({
  policy: { volume: { factor: 0.003 } },
  token: usdc as Address,
  amount: String(amount),
  recipient,
})
const improved = (amount: number, sellAmount: string): ExecutedFee => ({
  policy: {
    priceImprovement: {
      factor: 0.5,
      maxVolumeFactor: 0.01,
      quote: { sellAmount, buyAmount: '1', fee: '0' },
    },
  },
  token: usdc as Address,
  amount: String(amount),
  recipient: partner as Address,
})

test('sums fees over fills by recipient and policy', () => {
  const trades = [
    { networkFee: 30n, executedFees: [volume(5, own as Address), improved(7, '100')] },
    { networkFee: 10n, executedFees: [volume(6, own as Address), improved(8, '200')] },
    { networkFee: undefined, executedFees: [volume(9, partner as Address)] },
  ]
  const filled = { ...order, networkFee: 40n, protocolFee: 37n }
  const costs = orderCosts(filled, trades, own as Address)
  expect(costs).toMatchObject({ feeToken: usdc, network: 40n, otherFees: 2n, total: 77n })
  expect(costs?.fees.map(({ to, recipient, amount }) => [to, recipient, amount])).toEqual([
    ['protocol', own, 11n],
    ['partner', partner, 15n],
    ['partner', partner, 9n],
  ])
})

test('charges a buy order in the sell token, and omits unknown costs', () => {
  const costs = (change: object, networkFee: bigint | undefined) =>
    orderCosts({ ...order, ...change }, [{ executedFees: [], networkFee }], own as Address)
  expect(costs({ kind: 'buy' }, 0n)).toMatchObject({ feeToken: weth, network: 0n, total: 0n })
  expect(costs({}, undefined)).toBeUndefined()
  expect(costs({ executedFee: 3n }, undefined)).toMatchObject({ network: undefined, signedFee: 3n })
})
