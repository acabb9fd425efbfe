import { describe, expect, it } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { ceilingText, outcomeText, partText } from './outcome-text'

const words = { t: translatorOf('orders'), format: formatOf('en') }

const sale = { kind: 'sell', limit: 900n, quoted: 1_000n, got: 1_010n, bound: 1_020n } as const

describe('outcomeText', () => {
  it('compares the executed amount with the quote and the upper bound', () => {
    expect(outcomeText(words, sale)).toBe(
      '1.00% better than quoted, at most 0.99% below the ceiling.',
    )
  })

  it('inverts the comparison for buy orders', () => {
    const purchase = { kind: 'buy', limit: 1_100n, quoted: 1_000n, got: 990n, bound: 980n } as const
    expect(outcomeText(words, purchase)).toBe(
      '1.00% better than quoted, at most 1.03% below the ceiling.',
    )
    expect(outcomeText(words, { ...purchase, got: 1_010n, bound: undefined })).toBe(
      '1.00% worse than quoted.',
    )
  })

  it('compares with the limit if there was no quote', () => {
    expect(outcomeText(words, { ...sale, quoted: undefined, bound: undefined, got: 909n })).toBe(
      '1.00% better than the limit.',
    )
    expect(outcomeText(words, { ...sale, quoted: undefined, bound: undefined, got: 900n })).toBe(
      'Exactly at the limit.',
    )
  })

  it('states that the bound was reached', () => {
    expect(outcomeText(words, { ...sale, got: 1_000n, bound: 1_000n })).toBe(
      'Exactly as quoted, at the ceiling.',
    )
  })

  it('rounds a distance up, so that it is at most as stated', () => {
    const close = { limit: 10n ** 9n, quoted: 2n * 10n ** 9n, got: 2n * 10n ** 9n }
    expect(outcomeText(words, { ...sale, ...close, bound: 2n * 10n ** 9n + 200n })).toBe(
      'Exactly as quoted, at most 0.01% below the ceiling.',
    )
  })

  it('is empty if there is no reference', () => {
    expect(outcomeText(words, { ...sale, limit: 0n, quoted: undefined, bound: undefined })).toBe('')
  })
})

describe('ceilingText', () => {
  const of = (got: bigint) => ceilingText(words, { kind: 'sell', got, bound: 100_000n })

  it('rounds the distance up', () => {
    expect(of(99_991n)).toMatch(/^At most 0\.01% below the ceiling/)
    expect(of(100_000n)).toBe('No possible settlement could have given this order more.')
  })
})

describe('partText', () => {
  it('has two decimals between 0.01% and 1,000%', () => {
    expect(partText(words, 0.00031)).toBe('0.03%')
    expect(partText(words, -0.5)).toBe('50.00%')
    expect(partText(words, 1e-9)).toBe('<0.01%')
    expect(partText(words, 1e6)).toBe('more than 1,000%')
  })
})
