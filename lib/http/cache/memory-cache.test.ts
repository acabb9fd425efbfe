import { expect, test } from 'vitest'
import { createMemoryCache } from './memory-cache'

type Value = { readonly text: string }

const open = () =>
  createMemoryCache<Value>({ entries: 100, bytes: 100_000, bytesOf: ({ text }) => text.length })

test('never exceeds the entry limit, and keeps the newest entries', () => {
  const cache = open()
  for (let index = 0; index < 10_000; index++) {
    cache.set(`key ${index}`, { text: String(index) })
    expect(cache.size).toBeLessThanOrEqual(100)
  }
  for (let index = 9_900; index < 10_000; index++) expect(cache.has(`key ${index}`)).toBe(true)
})

test('never exceeds the byte limit', () => {
  const cache = open()
  for (let index = 0; index < 1_000; index++)
    cache.set(`key ${index}`, { text: 'x'.repeat(10_000) })
  expect(cache.size).toBe(9)
})

test('keeps an entry in use during a scan of keys used once', () => {
  const cache = open()
  cache.set('hot', { text: 'value' })
  for (let index = 0; index < 10_000; index++) {
    cache.set(`other ${index}`, { text: 'x' })
    if (index % 40 === 0) expect(cache.get('hot')).toBeDefined()
  }
})

test('does not keep a value of over half the byte limit, nor the value it replaces', () => {
  const cache = open()
  cache.set('key', { text: 'small' })
  cache.set('key', { text: 'x'.repeat(60_000) })
  expect(cache.get('key')).toBeUndefined()
})
