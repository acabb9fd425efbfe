import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { expect, it } from 'vitest'
import { affiliateTypedData } from './affiliate-code'
import { digestAffiliateCode } from './affiliate-digest'

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''))

it('equals viem’s typed-data digest of the same registration, whatever the name', () => {
  const registrations = fc.record({
    name: fc.constantFrom('Coincide Affiliate', 'CoW Swap Affiliate', 'Änder Affiliate'),
    walletAddress: hex(40).map((digits) => `0x${digits}` as const),
    code: fc.stringMatching(/^[A-Z0-9_-]{5,20}$/),
  })
  fc.assert(
    fc.property(registrations, ({ name, ...registration }) => {
      expect(digestAffiliateCode(name, registration)).toBe(
        hashTypedData(affiliateTypedData(name, registration)),
      )
    }),
    { seed: 5, numRuns: 200 },
  )
})

it('matches the digest of the public vector under the public name', () => {
  const walletAddress = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  expect(digestAffiliateCode('CoW Swap Affiliate', { walletAddress, code: 'COW-12345' })).toBe(
    '0x4c8b6c216b6e47a5f931d5e6de675d78ed868c017c6a2a7ebab297b21841c0eb',
  )
})
