import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { defineCache, defineLoader, defineSlot } from './context'
import { createTestContext } from './testing/test-context'

describe('defineCache', () => {
  const open = () => {
    const ctx = createTestContext({ now: 0 })
    const cache = defineCache<string>('test', { forMs: 1_000, max: 2 })
    let loads = 0
    const ask = (key: string, load = async () => `${key} ${++loads}`) => cache(ctx, { key, load })
    return { ...ctx, ask }
  }

  test('shares one load among concurrent callers and reloads once the entry expires', async () => {
    const { clock, ask } = open()
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2'])
    clock.set(999)
    expect(await ask('a')).toBe('a 1')
    clock.set(1_000)
    expect(await ask('a')).toBe('a 3')
  })

  test('rejects the callers that waited for a failed load, but not the next caller', async () => {
    const { ask } = open()
    const down = async () => {
      throw new Error('down')
    }
    const answers = await Promise.allSettled([ask('a', down), ask('a')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask('a')).toBe('a 1')
  })

  test('evicts the oldest entry', async () => {
    const { ask } = open()
    for (const key of ['a', 'b', 'c']) await ask(key)
    expect([await ask('c'), await ask('b'), await ask('a')]).toEqual(['c 3', 'b 2', 'a 4'])
  })
})

describe('defineSlot', () => {
  const ctx = createTestContext()

  test('makes a value once for each scope, and again after a reset', () => {
    const slot = defineSlot('test/sets', (_, chainId: number) => new Set([chainId]))
    expect(slot(ctx, 1)).toBe(slot(ctx, 1))
    expect(slot(ctx, 100)).toEqual(new Set([100]))
    const first = slot(ctx, 1)
    slot.reset(ctx)
    expect(slot(ctx, 1)).not.toBe(first)
  })

  test('takes a value from outside', () => {
    const slot = defineSlot('test/value', () => 'made')
    slot.set(ctx, 'set')
    expect(slot(ctx)).toBe('set')
  })

  test('separates contexts', () => {
    const slot = defineSlot('test/context', () => ({}))
    expect(slot(ctx)).not.toBe(slot(createTestContext()))
  })

  test('has a name of its own in every module', () => {
    const names: string[] = []
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name))) {
      const text = readFileSync(`lib/${file}`, 'utf8')
      for (const [, name] of text.matchAll(
        /\bdefine(?:Slot|Cache|Loader)(?:<[^(]*>)?\(\s*'([^']+)'/g,
      ))
        names.push(String(name))
    }
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })
})

test('defineLoader loads concurrent keys of one scope together', async () => {
  const loads: string[] = []
  const load = defineLoader<string, string, number>('test/loader', async (_, keys, chainId) => {
    loads.push(`${chainId}: ${keys.join()}`)
    return new Map(keys.map((key) => [key, key.toUpperCase()]))
  })
  const ctx = createTestContext()
  expect(await Promise.all([load(ctx, 'a', 1), load(ctx, 'b', 1), load(ctx, 'c', 2)])).toEqual([
    ...['A', 'B', 'C'],
  ])
  expect(loads).toEqual(['1: a,b', '2: c'])
})
