import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { encrypt, keyedDigests, newestKeyPrefix, open } from './encrypt'

const key = (byte: string): Hex => `0x${byte.repeat(32)}`
const [older, newer] = [key('01'), key('02')]
const before = { encryptionKeys: [older] }
const during = { encryptionKeys: [newer, older] }
const after = { encryptionKeys: [newer] }
const none = { encryptionKeys: [] }

describe('an encrypted text', () => {
  test('decrypts with its key, whatever its content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(open(before, 'target', encrypt(before, 'target', text))).toBe(text)
      }),
      { seed: 6 },
    )
  })

  test('is different each time and contains nothing readable', () => {
    const texts = [1, 2].map(() => encrypt(before, 'secret', 'whsec_readable'))
    expect(texts[0]).not.toBe(texts[1])
    expect(texts.join()).not.toContain('readable')
    expect(texts[0]).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/)
  })

  test('decrypts while its key is configured, and not afterwards', () => {
    const sealed = encrypt(before, 'target', 'x')
    expect(open(during, 'target', sealed)).toBe('x')
    expect(() => open(after, 'target', sealed)).toThrow('not in ENCRYPTION_KEY')
  })

  test('is encrypted with the newest key', () => {
    const sealed = encrypt(during, 'target', 'x')
    expect(open(after, 'target', sealed)).toBe('x')
    expect(sealed.startsWith(newestKeyPrefix(during))).toBe(true)
    expect(encrypt(before, 'target', 'x').startsWith(newestKeyPrefix(during))).toBe(false)
  })

  test('cannot be used for another purpose', () => {
    expect(() => open(before, 'target', encrypt(before, 'secret', 'x'))).toThrow()
  })

  test('is rejected after any changed character', () => {
    const sealed = encrypt(before, 'target', 'chat 12345')
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      // The last base64 digit may hold padding bits without meaning.
      const isSame = (text: string) =>
        text
          .split('.')
          .map((part) => Buffer.from(part, 'base64url').toString('hex'))
          .join()
      if (at > 12 && isSame(changed) === isSame(sealed)) continue
      expect(() => open(before, 'target', changed), String(at)).toThrow()
    }
  })

  test('is rejected when its tag is truncated', () => {
    const [version, id, iv, data, tag = ''] = encrypt(before, 'target', 'x').split('.')
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url')
    expect(() => open(before, 'target', [version, id, iv, data, short].join('.'))).toThrow()
  })
})

describe('a keyed digest', () => {
  test('depends on the text and the key only', () => {
    expect(keyedDigests(before, 'target', 'a')).toEqual(keyedDigests(before, 'target', 'a'))
    expect(keyedDigests(before, 'target', 'a')).not.toEqual(keyedDigests(after, 'target', 'a'))
    expect(keyedDigests(before, 'target', 'a')).not.toEqual(keyedDigests(before, 'target', 'b'))
  })

  test('differs by purpose', () => {
    const purposes = ['target', 'confirmation'] as const
    expect(new Set(purposes.map((one) => keyedDigests(before, one, 'a')[0])).size).toBe(2)
  })

  test('includes those of older keys while they are configured', () => {
    const [old] = keyedDigests(before, 'target', 'a')
    expect(keyedDigests(during, 'target', 'a')).toEqual([
      keyedDigests(after, 'target', 'a')[0],
      old,
    ])
  })
})

test('nothing is encrypted, decrypted or digested without a key', () => {
  const attempts = [
    () => encrypt(none, 'target', 'x'),
    () => open(none, 'target', encrypt(before, 'target', 'x')),
    () => keyedDigests(none, 'target', 'x'),
  ]
  for (const attempt of attempts) expect(attempt).toThrow('channels are switched off')
})
