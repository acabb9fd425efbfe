import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PartnerFee } from './metadata'
import { capPartnerFees } from './partner-fee'

const recipient = `0x${'ab'.repeat(20)}` as const
const volume = (volumeBps: number): PartnerFee => ({ recipient, volumeBps })
const surplus = (maxVolumeBps: number): PartnerFee => ({ recipient, surplusBps: 5, maxVolumeBps })

test('partner fees below the cap are unchanged', () => {
  const fees = [volume(40), surplus(60)]
  expect(capPartnerFees(fees, 100)).toEqual(fees)
})

test('the fee that reaches the cap is reduced and later fees are dropped', () => {
  expect(capPartnerFees([volume(70), surplus(60), volume(1)], 100)).toEqual([
    volume(70),
    surplus(30),
  ])
  expect(capPartnerFees([volume(10_000)], 100)).toEqual([volume(100)])
})

test('fees never exceed the cap in total', () => {
  const bps = fc.integer({ min: 0, max: 10_000 })
  const fee = fc.oneof(bps.map(volume), bps.map(surplus))
  fc.assert(
    fc.property(fc.array(fee), bps, (fees, cap) => {
      const share = (fee: PartnerFee) => ('volumeBps' in fee ? fee.volumeBps : fee.maxVolumeBps)
      const sum = (fees: PartnerFee[]) => fees.reduce((total, fee) => total + share(fee), 0)
      expect(sum(capPartnerFees(fees, cap))).toBe(Math.min(sum(fees), cap))
    }),
    { seed: 6 },
  )
})
