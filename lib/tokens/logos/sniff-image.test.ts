import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '@/lib/testing/cases'
import { sniffImage } from './sniff-image'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

test.each([
  [
    'image/png',
    bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 0, 0, 0, 64]),
    256,
    64,
  ],
  ['image/gif', bytes('GIF89a', [32, 0, 16, 0]), 32, 16],
  [
    'image/webp',
    bytes('RIFF----WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 127, 0, 0]),
    256,
    128,
  ],
  ['image/webp', bytes('RIFF----WEBPVP8L', [0, 0, 0, 0, 0x2f, 0xff, 0xc0, 0x1f, 0]), 256, 128],
  [
    'image/webp',
    bytes('RIFF----WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 64, 0, 32, 0]),
    64,
    32,
  ],
  [
    'image/jpeg',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 48, 0, 96]),
    96,
    48,
  ],
])('recognises %s and its size', (type, content, width, height) => {
  expect(sniffImage(content)).toEqual({ type, width, height })
})

test.each([
  ['a vector graphic', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a page that starts like a GIF', 'GIF87 <script>'],
  ['nothing', ''],
  ['an icon', '\x00\x00\x01\x00'],
  ['a JPEG without a frame', '\xff\xd8\xff\xda'],
])('refuses %s', (_, content) => {
  expect(sniffImage(Buffer.from(content, 'latin1'))).toBeUndefined()
})

test('never throws', () => {
  const heads = [
    '\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF----WEBPVP8 ',
    'RIFF----WEBPVP8L',
    '\xff\xd8\xff',
    '',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 40 }), (head, rest) => {
      const image = sniffImage(bytes(head, [...rest]))
      expect(image === undefined || image.type.startsWith('image/')).toBe(true)
    }),
    { numRuns: cases(200, 2_000) },
  )
})
