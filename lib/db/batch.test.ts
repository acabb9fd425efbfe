import { describe, expect, it } from 'vitest'
import { createBatch } from './batch'

/** A loader that the test completes by hand, with the keys of each load. */
function setUp(concurrency = 1, size = 10) {
  const loads: string[][] = []
  const ends: (() => void)[] = []
  const ask = createBatch<string, string>({
    concurrency,
    size,
    load: async (keys) => {
      loads.push([...keys])
      await new Promise<void>((resolve) => ends.push(resolve))
      if (keys.includes('bad')) throw new Error('broken')
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const end = () => ends.shift()?.()
  return { loads, ask, turn, end }
}

describe('createBatch', () => {
  it('loads the keys of one event loop turn together, each once', async () => {
    const { loads, ask, turn, end } = setUp()
    const answers = Promise.all(['a', 'b', 'a', 'none'].map(ask))
    await turn()
    expect(loads).toEqual([['a', 'b', 'none']])
    end()
    expect(await answers).toEqual(['a!', 'b!', 'a!', undefined])
  })

  it('answers from a load that started after the request, even for the same key', async () => {
    const { loads, ask, turn, end } = setUp()
    const first = ask('a')
    await turn()
    const second = ask('a')
    await turn()
    expect(loads).toEqual([['a']])
    end()
    expect(await first).toBe('a!')
    await turn()
    expect(loads).toEqual([['a'], ['a']])
    end()
    expect(await second).toBe('a!')
  })

  it('respects the limits on concurrent loads and keys per load', async () => {
    const { loads, ask, turn } = setUp(2, 2)
    for (const key of ['a', 'b', 'c', 'd', 'e']) void ask(key)
    await turn()
    await turn()
    expect(loads).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('queues at most sixteen full loads', async () => {
    const { ask, turn, end } = setUp(1, 2)
    const first = ask('a')
    await turn()
    const waiting = Array.from({ length: 32 }, (_, index) => ask(String(index)))
    const overloaded = { code: 'InternalServerError', retryAfterSeconds: 2 }
    await expect(ask('b')).rejects.toMatchObject(overloaded)
    for (let load = 0; load < 17; load++) {
      end()
      await turn()
    }
    expect(await first).toBe('a!')
    expect(await Promise.all(waiting)).toHaveLength(32)
  })

  it('rejects the requests of a failed load and continues', async () => {
    const { ask, turn, end } = setUp()
    const failed = Promise.allSettled([ask('a'), ask('bad')])
    await turn()
    end()
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = ask('c')
    await turn()
    end()
    expect(await next).toBe('c!')
  })
})
