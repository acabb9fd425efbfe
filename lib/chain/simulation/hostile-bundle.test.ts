import { describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { type BundleFixture, emptyAccount, transactionOf } from '@/lib/testing/chain/bundle-fixture'
import { test } from '@/lib/testing/test'

const code = (digit: string): Address => `0x${digit.repeat(40)}`
const one = 10n ** 18n

let fixture: BundleFixture

test.beforeAll(({ bundles }) => {
  fixture = bundles
})

describe('a hostile bundle', () => {
  test('burns no more than its stated gas', async () => {
    await fixture.place(code('1'), '0x5b600056')
    const [burnt, next] = await fixture.simulate(
      transactionOf({ to: code('1'), gas: 15_000_000n }),
      transactionOf({ value: 1n }),
    )
    expect(burnt).toMatchObject({ status: false, gasUsed: 15_000_000n, reason: 'out of gas' })
    expect(next?.status).toBe(true)
  })

  test('is rejected when it emits more than can be shown', async () => {
    // Emits events of 32 KiB until the gas runs out.
    await fixture.place(code('2'), '0x5b6180006000a0620493e05a11600057')
    const loud = fixture.simulate(transactionOf({ to: code('2'), gas: 14_000_000n }))
    await expect(loud).rejects.toMatchObject({
      code: 'BadRequest',
      message: /emits or returns more/,
    })
  })

  test('is rejected when it returns more than can be shown', async () => {
    await fixture.place(code('3'), '0x620f42406000f3')
    const long = fixture.simulate(transactionOf({ to: code('3'), gas: 14_000_000n }))
    await expect(long).rejects.toMatchObject({
      code: 'BadRequest',
      message: /emits or returns more/,
    })
  })

  test('is rejected when it changes more state than can be shown', async () => {
    // Writes its remaining gas to the slot of that number until the gas runs out.
    await fixture.place(code('4'), '0x5b5a80556188b85a11600057')
    const wide = (gas: bigint) => transactionOf({ to: code('4'), gas })
    const few = Array.from({ length: 18 }, () => transactionOf({ value: 1n, gas: 21_000n }))
    expect(await fixture.simulate(wide(14_000_000n), ...few.slice(0, 2))).toHaveLength(3)
    const bundle = fixture.simulate(wide(14_000_000n), wide(14_100_000n), ...few)
    await expect(bundle).rejects.toMatchObject({
      code: 'BadRequest',
      message: /changes more state/,
    })
  })

  test('may recurse to any depth', async () => {
    // CALL(gas, address(this), 0, 0, 0, 0, 0)
    await fixture.place(code('5'), '0x600080808080305af1')
    const [deep] = await fixture.simulate(transactionOf({ to: code('5'), gas: 14_000_000n }))
    expect(deep).toMatchObject({ cumulativeBalancesDiff: {} })
  })

  test('can forge transfers of its own token only', async () => {
    // Transfer(1, 2, 2^256 - 1) twice: no balance can hold the sum.
    const word = (digit: string) => `7f${digit.padStart(64, '0')}`
    const emit = `7f${'f'.repeat(64)}600052${word('2')}${word('1')}7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3`
    await fixture.place(code('6'), `0x${emit}${emit}00`)
    const [liar] = await fixture.simulate(transactionOf({ to: code('6') }))
    expect(liar?.cumulativeBalancesDiff).toEqual({
      [`0x${'1'.padStart(40, '0')}`]: { [code('6')]: -2n * (2n ** 256n - 1n) },
      [`0x${'2'.padStart(40, '0')}`]: { [code('6')]: 2n * (2n ** 256n - 1n) },
    })
  })

  test('is rejected when a sender lacks the value it sends', async () => {
    const poor = fixture.simulate(
      transactionOf({ from: emptyAccount, to: fixture.from, value: one }),
    )
    await expect(poor).rejects.toMatchObject({ code: 'BadRequest', message: /lower value/ })
    const funded = await fixture.simulate(
      transactionOf({ value: one }),
      transactionOf({ from: emptyAccount, to: fixture.from, value: one }),
    )
    expect(funded.map(({ status }) => status)).toEqual([true, true])
  })

  test('is rejected when a transaction has less gas than its calldata costs', async () => {
    const short = fixture.simulate(transactionOf({ input: `0x${'11'.repeat(100)}`, gas: 21_000n }))
    await expect(short).rejects.toMatchObject({ code: 'BadRequest', message: /raise gas/ })
  })
})
