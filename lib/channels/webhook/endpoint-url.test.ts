import { describe, expect, test } from 'vitest'
import { isPrivateEndpoint, parseEndpointUrl } from './endpoint-url'

const hosts = { privateWebhookHosts: ['localhost:8080', '[::1]:80', 'inside:443'] }
const parse = (text: string) => parseEndpointUrl(hosts, text).href

describe('an endpoint URL', () => {
  test.each([
    ['https://receiver.example', 'https://receiver.example/'],
    ['https://RECEIVER.example/a?b=c#d', 'https://receiver.example/a?b=c'],
    ['https://receiver.example:443/', 'https://receiver.example/'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['http://localhost:8080/hook', 'http://localhost:8080/hook'],
    ['https://inside/', 'https://inside/'],
  ])('%s is accepted', (text, href) => {
    expect(parse(text)).toBe(href)
  })

  test.each([
    '',
    'receiver.example',
    '//receiver.example',
    'http://receiver.example',
    'http://localhost:8081/',
    'http://localhost/',
    'file:///etc/passwd',
    'gopher://receiver.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('%j is rejected: not https', (text) => {
    expect(() => parse(text)).toThrow('url must be an https address')
  })

  test.each(['https://anna@receiver.example', 'https://anna:secret@receiver.example'])(
    '%s is rejected: it contains credentials',
    (text) => {
      expect(() => parse(text)).toThrow('url must not hold a name or password')
    },
  )

  test.each([
    'https://receiver.example:8443/',
    'https://receiver.example:22/',
    'https://inside:80/',
  ])('%s is rejected: its port is not 443', (text) => {
    const reason =
      'url must have no port but 443, unless WEBHOOK_ALLOWED_HOSTS names its host and port'
    expect(() => parse(text)).toThrow(reason)
  })

  test('is rejected when too long', () => {
    expect(() => parse(`https://receiver.example/${'a'.repeat(2_000)}`)).toThrow('2000 characters')
  })
})

describe('a configured private host', () => {
  test.each([
    ['http://localhost:8080', true],
    ['https://localhost:8080', true],
    ['http://[::1]/', true],
    ['https://inside/', true],
    ['http://inside/', false],
    ['https://localhost/', false],
    ['https://localhost.example:8080/', false],
  ])('%s: %s', (text, isPrivate) => {
    expect(isPrivateEndpoint(hosts, new URL(text))).toBe(isPrivate)
  })
})
