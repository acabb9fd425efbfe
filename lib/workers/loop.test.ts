import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from '@/lib/core/backoff'
import { ServiceError } from '@/lib/core/errors'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { type Loop, runLoop } from './loop'

const ctx = createTestContext()

test('runs again at once on request, and pauses otherwise', async () => {
  const stop = new AbortController()
  let runs = 0
  const loop: Loop = {
    name: 'counting',
    every: 60_000,
    run: async () => {
      runs += 1
      return runs < 5 ? 'again' : 'done'
    },
  }
  const running = runLoop(ctx, loop, stop.signal)
  await until(() => runs >= 5)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(runs).toBe(5)
  stop.abort()
  await running
})

test('stopping waits for the current run and starts no other', async () => {
  const stop = new AbortController()
  const seen: string[] = []
  const loop: Loop = {
    name: 'slow',
    every: 0,
    run: async (_, signal) => {
      seen.push('start')
      await new Promise((resolve) => setTimeout(resolve, 50))
      seen.push(`end ${signal.aborted}`)
      return 'again'
    },
  }
  const running = runLoop(ctx, loop, stop.signal)
  stop.abort()
  await running
  expect(seen).toEqual(['start', 'end true'])
})

test('retries a failed run and logs it once', async () => {
  const stop = new AbortController()
  const logged: string[] = []
  const log = Object.assign(Object.create(ctx.log), {
    warn: (_: object, message: string) => logged.push(message),
    info: (_: object, message: string) => logged.push(message),
  })
  let runs = 0
  const loop: Loop = {
    name: 'failing',
    every: 0,
    run: async () => {
      runs += 1
      if (runs < 3) throw new Error('down')
      stop.abort()
      return 'done'
    },
  }
  await runLoop({ ...ctx, log }, loop, stop.signal)
  expect(runs).toBe(3)
  expect(logged).toEqual(['loop failed, retrying', 'loop recovered'])
})

test('ends on a conflict', async () => {
  const loop: Loop = {
    name: 'replaced',
    every: 0,
    run: async () => {
      throw new ServiceError('Conflict', 'another process leads')
    },
  }
  const { signal } = new AbortController()
  await expect(runLoop(ctx, loop, signal)).rejects.toMatchObject({ code: 'Conflict' })
})

test('pauses grow to ten seconds and never reach zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, chance) => {
        const pause = backoffMs(n, chance)
        expect(pause).toBeGreaterThanOrEqual(250)
        expect(pause).toBeLessThanOrEqual(10_000)
      },
    ),
    { seed: 6 },
  )
})
