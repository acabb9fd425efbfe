import { expect, test } from 'vitest'
import { ownOrigin } from './browser'

const local = { signInOrigin: undefined }

test.each([
  ['localhost', 'http://localhost'],
  ['localhost:3000', 'http://localhost:3000'],
  ['LOCALHOST:3000', 'http://localhost:3000'],
  ['127.0.0.1:41231', 'http://127.0.0.1:41231'],
])('accepts pages at %s when no origin is configured', (host, origin) => {
  expect(ownOrigin(local, host)).toBe(origin)
  expect(ownOrigin({ signInOrigin: 'http://localhost:3000' }, host)).toBe(origin)
})

test.each([
  'trade.example.org',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'localhost:3000@evil.example',
  '192.168.1.2:3000',
  'localhost:',
  '',
  undefined,
])('rejects pages at %s when no origin is configured', (host) => {
  expect(ownOrigin(local, host)).toBeUndefined()
  expect(ownOrigin({ signInOrigin: 'http://localhost:3000' }, host)).toBe('http://localhost:3000')
})

test.each(['trade.example.org', 'evil.example', 'localhost:3000', undefined])(
  'returns a configured public origin, whatever Host says: %s',
  (host) => {
    const signInOrigin = 'https://trade.example.org'
    expect(ownOrigin({ signInOrigin }, host)).toBe(signInOrigin)
  },
)
