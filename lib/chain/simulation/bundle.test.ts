import { describe, expect, it } from 'vitest'
import { maxBundleGas, minGas, shareGas } from './bundle'

const input = '0x'

describe('the gas of a bundle', () => {
  it('is what each transaction states', () => {
    const stated = [
      { input, gas: 21_000n },
      { input, gas: 100_000n },
    ] as const
    expect(shareGas(stated)).toEqual([21_000n, 100_000n])
  })

  it('is shared equally by transactions that state none', () => {
    const shares = shareGas([{ input, gas: 10_000_000n }, { input }, { input }])
    expect(shares).toEqual([10_000_000n, 10_000_000n, 10_000_000n])
  })

  it('is capped at the limit per transaction (EIP-7825)', () => {
    expect(shareGas([{ input }])).toEqual([2n ** 24n])
  })

  it('is rejected above 30,000,000 in total', () => {
    expect(shareGas([{ input, gas: maxBundleGas }])).toEqual([maxBundleGas])
    expect(shareGas([{ input, gas: maxBundleGas + 1n }])).toBeUndefined()
    expect(shareGas([{ input, gas: maxBundleGas }, { input }])).toBeUndefined()
  })

  it('is at least the intrinsic cost and the calldata floor (EIP-7623)', () => {
    expect(minGas('0x')).toBe(21_000n)
    expect(minGas('0x0001ff')).toBe(21_000n + 10n + 80n)
  })
})
