import { expect, test } from 'vitest'
import { etagOf, isNoneMatch } from './etag'

const etag = etagOf('{"price":1}')

test('builds a strong, quoted tag that depends on the text only', () => {
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect(etagOf('{"price":1}')).toBe(etag)
  expect(etagOf('{"price":2}')).not.toBe(etag)
})

test.each<[string, string | undefined, boolean]>([
  ['no header', undefined, false],
  ['the tag', etag, true],
  ['the weak tag', `W/${etag}`, true],
  ['a list that includes it', `"a", W/"b",${etag}`, true],
  ['a list with commas in tags', `"a,b", ${etag}`, true],
  ['anything', ' * ', true],
  ['another tag', '"a"', false],
  ['the tag without quotes', etag.slice(1, -1), false],
  ['a prefix of the tag', etag.slice(0, 10), false],
  ['nothing', '', false],
  ['many quotes', '"'.repeat(16_000), false],
])('If-None-Match: %s', (_name, header, expected) => {
  expect(isNoneMatch(header, etag)).toBe(expected)
})
