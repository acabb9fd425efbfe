import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from '@/lib/testing/hostile-texts'
import { cleanLabel, maskMail } from './label'

describe('a label', () => {
  test('is one visible line of at most sixty characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const label = cleanLabel(text)
        if (label === undefined) return
        expect(label).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|^\s|\s$|\s\s/u)
        expect(Array.from(label).length).toBeLessThanOrEqual(60)
        expect(cleanLabel(label)).toBe(label)
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  test('keeps no control or bidirectional characters of hostile texts', () => {
    for (const text of hostileTexts) {
      expect(cleanLabel(text) ?? '').not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
  })

  test('is undefined without visible characters', () => {
    for (const text of ['', '   ', '\u202e', '\u200b\u200d', '\n\t']) {
      expect(cleanLabel(text)).toBeUndefined()
    }
  })
})

test('masks a mail address except its first letter and host', () => {
  expect(maskMail('anna@example.org')).toBe('a…@example.org')
  expect(maskMail('"a@b"@example.org')).toBe('"…@example.org')
})
