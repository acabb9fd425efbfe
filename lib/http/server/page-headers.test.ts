import { expect, test } from 'vitest'
import { cleanPageHeaders } from './page-headers'

const clean = (headers: Record<string, string>, trustedProxies = 0) => {
  const cleaned = { ...headers }
  cleanPageHeaders(cleaned, { clientAddress: '192.0.2.1', trustedProxies })
  return cleaned
}

test('removes headers that only Next and the front server may set', () => {
  const forged = {
    'x-nonce': 'a',
    'x-nextjs-data': '1',
    'x-middleware-subrequest': 'm',
    'x-invoke-path': '/',
    'next-action': 'b',
    'content-security-policy': 'none',
  }
  expect(clean(forged)).toEqual({ 'x-forwarded-for': '192.0.2.1' })
})

test('keeps the headers of client-side navigation', () => {
  const navigation = {
    rsc: '1',
    'next-router-state-tree': '[]',
    'x-nextjs-request-id': 'c',
    'x-nextjs-html-request-id': 'd',
  }
  expect(clean(navigation)).toMatchObject(navigation)
})

test('keeps forwarded headers only behind trusted proxies', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  expect(clean(forwarded)).toEqual({ 'x-forwarded-for': '192.0.2.1' })
  expect(clean(forwarded, 1)).toEqual({
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-proto': 'https',
  })
})
