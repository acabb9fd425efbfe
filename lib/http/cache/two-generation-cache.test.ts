import { expect, test } from 'vitest'
import { createRecentMap } from './two-generation-cache'

const ofBytes = (bytesOf: (value: string) => number) =>
  createRecentMap<string>({ entries: 100, bytes: 100_000, bytesOf })

test('never holds more entries than allowed, and the newest half of them', () => {
  const map = ofBytes(() => 1)
  for (let index = 0; index < 10_000; index++) {
    map.set(`key ${index}`, String(index))
    expect(map.size()).toBeLessThanOrEqual(100)
  }
  for (let index = 9_950; index < 10_000; index++) expect(map.find(`key ${index}`)).toBe(`${index}`)
})

test('never holds more bytes than allowed', () => {
  const map = ofBytes((value) => value.length)
  for (let index = 0; index < 1_000; index++) map.set(`key ${index}`, 'x'.repeat(10_000))
  expect(map.size()).toBeLessThanOrEqual(10)
  expect(map.size()).toBeGreaterThan(3)
})

test('what is asked for now and then stays, however many others come once', () => {
  const map = ofBytes(() => 1)
  map.set('hot', 'value')
  for (let index = 0; index < 10_000; index++) {
    map.set(`stranger ${index}`, 'x')
    if (index % 40 === 0) expect(map.find('hot')).toBe('value')
  }
})

test('what is too large for it is not kept, and an older value neither', () => {
  const map = ofBytes((value) => value.length)
  map.set('key', 'small')
  map.set('key', 'x'.repeat(60_000))
  expect(map.find('key')).toBeUndefined()
  expect(map.size()).toBe(0)
})

test('setting again replaces, deleting removes, whichever generation holds it', () => {
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
