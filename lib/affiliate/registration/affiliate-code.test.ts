import { hashTypedData, recoverAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { affiliateTypedData, parseAffiliateCode } from './affiliate-code'

describe('affiliate code', () => {
  it.each([
    ['COW-12345', 'COW-12345'],
    ['  cow_12345 ', 'COW_12345'],
    ['abcde', 'ABCDE'],
    ['A'.repeat(20), 'A'.repeat(20)],
  ])('%j normalises to %s', (text, code) => {
    expect(parseAffiliateCode(text)).toBe(code)
  })

  it.each([
    '',
    'ABCD',
    'A'.repeat(21),
    'CO W-1',
    'straße',
    'CODıE',
    'АBCDE',
    'A\ud800BCD',
    'A\u0000BCD',
    'ABCD.',
    'ABCDE\n',
  ])('%j is invalid', (text) => {
    expect(parseAffiliateCode(text)).toBeUndefined()
  })

  it('has the digest of the public vector under the public name', async () => {
    const walletAddress = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    const digest = hashTypedData(
      affiliateTypedData('CoW Swap Affiliate', { walletAddress, code: 'COW-12345' }),
    )
    expect(digest).toBe('0x4c8b6c216b6e47a5f931d5e6de675d78ed868c017c6a2a7ebab297b21841c0eb')
    const signature =
      '0x09036b5d7a87bad1bf14b003e2c14ae46ee94a3eb5285b6f8601067b3ccb963932815f98b8b9fd879506fb8687aa1fcc8620bdad2be32703aee4beacaaff129f1b'
    expect((await recoverAddress({ hash: digest, signature })).toLowerCase()).toBe(walletAddress)
  })
})
