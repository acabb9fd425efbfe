import { expect, test } from 'vitest'
import { createRecentCache } from './two-generation-cache'

const ofBytes = (bytesOf: (value: string) => number) =>
  createRecentCache<string>({ entries: 100, bytes: 100_000, bytesOf })

test('never exceeds the entry limit and keeps the newest half of it', () => {
  const map = ofBytes(() => 1)
  for (let index = 0; index < 10_000; index++) {
    map.set(`key ${index}`, String(index))
    expect(map.size()).toBeLessThanOrEqual(100)
  }
  for (let index = 9_950; index < 10_000; index++) expect(map.find(`key ${index}`)).toBe(`${index}`)
})

test('never exceeds the byte limit', () => {
  const map = ofBytes((value) => value.length)
  for (let index = 0; index < 1_000; index++) map.set(`key ${index}`, 'x'.repeat(10_000))
  expect(map.size()).toBeLessThanOrEqual(10)
  expect(map.size()).toBeGreaterThan(3)
})

test('keeps an entry in use during a scan of keys used once', () => {
  const map = ofBytes(() => 1)
  map.set('hot', 'value')
  for (let index = 0; index < 10_000; index++) {
    map.set(`other ${index}`, 'x')
    if (index % 40 === 0) expect(map.find('hot')).toBe('value')
  }
})

test('drops a value over half the byte limit, and the value it replaces', () => {
  const map = ofBytes((value) => value.length)
  map.set('key', 'small')
  map.set('key', 'x'.repeat(60_000))
  expect(map.find('key')).toBeUndefined()
  expect(map.size()).toBe(0)
})

test('replaces and deletes an entry in either generation', () => {
  const map = ofBytes(() => 1)
  map.set('old', '1')
  for (let index = 0; index < 50; index++) map.set(`key ${index}`, 'x')
  map.set('old', '2')
  expect(map.find('old')).toBe('2')
  map.delete('old')
  map.delete('key 0')
  expect(map.find('old')).toBeUndefined()
  expect(map.find('key 0')).toBeUndefined()
  map.clear()
  expect(map.size()).toBe(0)
})
