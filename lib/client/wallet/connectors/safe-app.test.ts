import { expect, test } from 'vitest'
import { allowedDomains } from './safe-app'

test.each([
  ['https://app.safe.global', true],
  ['https://app.safe.global.evil.example', false],
  ['https://evil.example/https://app.safe.global', false],
  ['https://appxsafe.global', false],
  ['http://app.safe.global', false],
])('a Safe app accepts messages from %s: %s', (origin, isHeard) => {
  const domains = allowedDomains(['https://app.safe.global'])
  expect(domains.some((domain) => domain.test(origin))).toBe(isHeard)
})
