import { describe, expect, test } from 'vitest'
import { type Context, contextCache } from './context'

describe('contextCache', () => {
  const open = () => {
    const clock = { ms: 0 }
    let loads = 0
    const ctx = { now: () => clock.ms, memo: new Map<string, unknown>() } as Context
    const ask = (key: string, load = async () => `${key} ${++loads}`) =>
      contextCache(ctx, 'test', { key, forMs: 1_000, max: 2, load })
    return { clock, ask }
  }

  test('shares one load among concurrent callers and reloads once the entry expires', async () => {
    const { clock, ask } = open()
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2'])
    clock.ms = 999
    expect(await ask('a')).toBe('a 1')
    clock.ms = 1_000
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
