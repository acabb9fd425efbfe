import { describe, expect, it } from 'vitest'
import { announcementLimits, messageProblem, titleProblem, urlProblem } from './announcement'

const invisible = ['\u0000', '\u0007', '\t', '\u200b', '\u202e', '\u2066', '\ufeff', '\u2028']

describe('an announcement', () => {
  it.each(['Maintenance', '1 < 2 and 3 > 2', 'ÄÖÜ 日本 🎉', 'a'.repeat(120)])(
    'accepts the title %j',
    (title) => {
      expect(titleProblem(title)).toBeUndefined()
      expect(messageProblem(title)).toBeUndefined()
    },
  )

  it.each(['', '  ', 'two\nlines', 'a'.repeat(121), ...invisible.map((one) => `a${one}b`)])(
    'rejects the title %j',
    (title) => expect(titleProblem(title)).toMatch(/^must be one line of 1 to 120 characters/),
  )

  it.each(['<b>bold</b>', 'see <a href=x>', '</p>', '<!-- x -->', '<?php', '<SCRIPT'])(
    'rejects markup such as %j',
    (text) => {
      expect(titleProblem(text)).toBe('must be plain text without markup')
      expect(messageProblem(text)).toBe('must be plain text without markup')
    },
  )

  it('accepts a message of several lines up to its length limit', () => {
    expect(messageProblem('one\ntwo\n\nthree')).toBeUndefined()
    expect(messageProblem('a'.repeat(announcementLimits.message + 1))).toMatch(/2000 characters/)
    expect(messageProblem('\n\n')).toMatch(/^must be text/)
    for (const one of invisible) expect(messageProblem(`a${one}b`), one).toBeDefined()
  })

  it.each([
    '/',
    '/orders',
    '/orders?chain=1#top',
    'https://example.org',
    'HTTPS://example.org/a?b',
  ])('accepts the URL %j', (url) => expect(urlProblem(url)).toBeUndefined())

  it.each([
    '',
    'orders',
    '//evil.example',
    '/\\evil.example',
    'http://example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:example.org',
    'https://',
    'https://user:word@example.org',
    'https://example.org/a b',
    'https://example.org/\u202e',
    '/\n/evil.example',
    '/\t/evil.example',
    `https://example.org/${'a'.repeat(500)}`,
  ])('rejects the URL %j', (url) => expect(urlProblem(url)).toMatch(/^must be an https address/))
})
