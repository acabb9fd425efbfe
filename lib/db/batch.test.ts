import { describe, expect, it } from 'vitest'
import { createBatch } from './batch'

/** A loader that ends when told, and the keys of each load. */
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

describe('a batch', () => {
  it('loads what is asked in one turn together, each key once', async () => {
    const { loads, ask, turn, end } = setUp()
    const answers = Promise.all(['a', 'b', 'a', 'none'].map(ask))
    await turn()
    expect(loads).toEqual([['a', 'b', 'none']])
    end()
    expect(await answers).toEqual(['a!', 'b!', 'a!', undefined])
  })

  it('answers a question from a load that began after it, also for the same key', async () => {
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

  it('runs as many loads at once as it may, none larger than it may be', async () => {
    const { loads, ask, turn } = setUp(2, 2)
    for (const key of ['a', 'b', 'c', 'd', 'e']) void ask(key)
    await turn()
    await turn()
    expect(loads).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('takes no more than sixteen full loads to wait', async () => {
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

  it('fails the questions of a load that failed, and goes on', async () => {
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
