import { describe, expect, it } from 'vitest'
import { formatOf } from '@/lib/client/i18n/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { outcomeText, partText } from './outcome-text'

const words = { t: translatorOf('orders'), format: formatOf('en') }

const sale = { kind: 'sell', limit: 900n, quoted: 1_000n, got: 1_010n, bound: 1_020n } as const

describe('outcomeText', () => {
  it('compares what was got with the quote and the best possible', () => {
    expect(outcomeText(words, sale)).toBe(
      '1 % better than quoted, at most 0.98 % from the best possible.',
    )
  })

  it('turns round for purchases: less paid is better', () => {
    const purchase = { kind: 'buy', limit: 1_100n, quoted: 1_000n, got: 990n, bound: 980n } as const
    expect(outcomeText(words, purchase)).toBe(
      '1 % better than quoted, at most 1.02 % from the best possible.',
    )
    expect(outcomeText(words, { ...purchase, got: 1_010n, bound: undefined })).toBe(
      '1 % worse than quoted.',
    )
  })

  it('compares with the limit where nothing was quoted', () => {
    expect(outcomeText(words, { ...sale, quoted: undefined, bound: undefined, got: 909n })).toBe(
      '1 % better than the limit.',
    )
    expect(outcomeText(words, { ...sale, quoted: undefined, bound: undefined, got: 900n })).toBe(
      'Exactly at the limit.',
    )
  })

  it('says so where nothing better was possible', () => {
    expect(outcomeText(words, { ...sale, got: 1_000n, bound: 1_000n })).toBe(
      'Exactly as quoted, the best possible.',
    )
  })

  it('says of what could hardly be better no more than it knows', () => {
    const close = { limit: 10n ** 9n, quoted: 2n * 10n ** 9n, got: 2n * 10n ** 9n }
    expect(outcomeText(words, { ...sale, ...close, bound: 2n * 10n ** 9n + 200n })).toBe(
      'Exactly as quoted, at most 0.0001 % from the best possible.',
    )
  })

  it('says nothing where there is nothing to compare with', () => {
    expect(outcomeText(words, { ...sale, limit: 0n, quoted: undefined, bound: undefined })).toBe('')
  })
})

describe('partText', () => {
  it('keeps three digits, and tells what is too small or too large to count', () => {
    expect(partText(words, 0.00031)).toBe('0.031 %')
    expect(partText(words, -0.5)).toBe('50 %')
    expect(partText(words, 1e-9)).toBe('less than 0.0001 %')
    expect(partText(words, 1e6)).toBe('more than 1,000 %')
  })
})
