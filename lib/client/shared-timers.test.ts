import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSharedTimers } from './shared-timers'

const reportError = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('reportError', reportError)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reportError.mockReset()
})

/** Timers, and what they called: the time since the start in milliseconds, and a name. */
function withLog() {
  const startMs = performance.now()
  const calls: [atMs: number, name: string][] = []
  return {
    timers: createSharedTimers(),
    calls,
    log: (name: string) => () => {
      calls.push([performance.now() - startMs, name])
    },
  }
}

it('calls back once after each wait', () => {
  const { timers, calls, log } = withLog()
  timers.setTimeout(log('late'), 5_000)
  timers.setTimeout(log('soon'), 2_000)
  timers.setTimeout(log('short'), 10)
  vi.advanceTimersByTime(60_000)
  expect(calls).toEqual([
    [10, 'short'],
    [2_000, 'soon'],
    [5_000, 'late'],
  ])
})

it('has one timer of the platform for all waits of a second and more, and none without a wait', () => {
  const { timers, log } = withLog()
  for (let each = 0; each < 40; each += 1) timers.setTimeout(log('stale'), 1_000 + each)
  for (let each = 0; each < 40; each += 1) timers.setInterval(log('refetch'), 60_000)
  expect(vi.getTimerCount()).toBe(1)
  const other = createSharedTimers()
  other.setTimeout(log('once'), 1_000)
  expect(vi.getTimerCount()).toBe(2)
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(1)
})

it('repeats an interval until it is cleared', () => {
  const { timers, calls, log } = withLog()
  const long = timers.setInterval(log('long'), 1_500)
  const short = timers.setInterval(log('short'), 900)
  vi.advanceTimersByTime(3_000)
  timers.clearInterval(long)
  timers.clearInterval(short)
  vi.advanceTimersByTime(60_000)
  expect(calls).toEqual([
    [900, 'short'],
    [1_500, 'long'],
    [1_800, 'short'],
    [2_700, 'short'],
    [3_000, 'long'],
  ])
})

it('does not call back what was cleared, even in the same instant', () => {
  const { timers, calls, log } = withLog()
  const cleared = timers.setTimeout(log('cleared'), 1_000)
  const short = timers.setTimeout(log('short'), 10)
  timers.clearTimeout(cleared)
  timers.clearTimeout(short)
  timers.clearTimeout(undefined)
  timers.setTimeout(() => timers.clearTimeout(second), 2_000)
  const second = timers.setTimeout(log('second'), 2_000)
  vi.advanceTimersByTime(60_000)
  expect(calls).toEqual([])
})

it('lets a callback set the next wait', () => {
  const { timers, calls, log } = withLog()
  timers.setTimeout(() => timers.setTimeout(log('next'), 1_000), 1_000)
  vi.advanceTimersByTime(60_000)
  expect(calls).toEqual([[2_000, 'next']])
})

it('calls the others back when one fails', () => {
  const { timers, calls, log } = withLog()
  const fault = new Error('a fault')
  timers.setTimeout(() => {
    throw fault
  }, 1_000)
  timers.setTimeout(log('other'), 1_000)
  timers.setTimeout(log('later'), 2_000)
  vi.advanceTimersByTime(60_000)
  expect(reportError).toHaveBeenCalledExactlyOnceWith(fault)
  expect(calls).toEqual([
    [1_000, 'other'],
    [2_000, 'later'],
  ])
})
