import { expect, test } from 'vitest'
import { holderRows } from './holders-section'

test('adds share and label; omits the share if the supply is unknown, zero or below the balance', () => {
  const pool = `0x${'ab'.repeat(20)}`
  const holders = [
    { address: pool, balance: '750' },
    { address: `0x${'01'.repeat(20)}`, balance: '250' },
  ]
  const labels = new Map([[pool, 'Uniswap V2 pool']])
  expect(holderRows(holders, { supply: 1000n, labels })).toMatchObject([
    { share: 0.75, label: 'Uniswap V2 pool' },
    { share: 0.25, label: undefined },
  ])
  expect(holderRows(holders, { supply: undefined, labels })[0]?.share).toBeUndefined()
  expect(holderRows(holders, { supply: 700n, labels })[0]?.share).toBeUndefined()
  expect(holderRows(holders, { supply: 0n, labels })[0]?.share).toBeUndefined()
})
