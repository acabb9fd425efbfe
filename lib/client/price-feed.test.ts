import { expect, test, vi } from 'vitest'
import { createPriceFeed, isLive } from './price-feed'
import { ApiError } from './request'

const at = (asOfMs: number | undefined) => Promise.resolve({ body: {}, asOfMs })
const broken = (error: Error) => Promise.reject(error)

/** Follows answers one after another. */
async function followed(...answers: readonly Promise<never>[] | readonly ReturnType<typeof at>[]) {
  const feed = createPriceFeed()
  for (const answer of answers) await feed.follow<unknown>(answer).catch(() => undefined)
  return feed.state()
}

test('the newest price counts, whatever the order of the answers', async () => {
  expect(await followed()).toBeUndefined()
  expect(await followed(at(undefined))).toBeUndefined()
  expect(await followed(at(2_000), at(1_000), at(undefined))).toEqual({
    ...{ asOfMs: 2_000, hasFailed: false },
  })
})

test('an outage is told until the next price; a token without a price and an aborted request are none', async () => {
  const cases = [
    [new ApiError(500, {}), true],
    [new ApiError(429, {}), true],
    [new TypeError('Failed to fetch'), true],
    [new ApiError(404, {}), false],
    [new DOMException('left', 'AbortError'), false],
  ] as const
  for (const [error, hasFailed] of cases) {
    const feed = createPriceFeed()
    await feed.follow(at(1_000))
    await feed.follow(broken(error)).catch(() => undefined)
    expect(feed.state(), String(error)).toEqual({ asOfMs: 1_000, hasFailed })
    await feed.follow(at(2_000))
    expect(feed.state()).toEqual({ asOfMs: 2_000, hasFailed: false })
  }
})

test('followed answers reach their caller, and listeners hear of changes only', async () => {
  const feed = createPriceFeed()
  const listener = vi.fn()
  const leave = feed.subscribe(listener)
  expect(await feed.follow(at(1_000))).toEqual({ body: {}, asOfMs: 1_000 })
  await feed.follow(at(1_000))
  expect(listener).toHaveBeenCalledTimes(1)
  await expect(feed.follow(broken(new ApiError(500, {})))).rejects.toThrow(ApiError)
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  await feed.follow(at(3_000))
  expect(listener).toHaveBeenCalledTimes(2)
})

test('prices are live for two minutes', () => {
  const state = { asOfMs: 1_000, hasFailed: false }
  expect(isLive(state, 121_000)).toBe(true)
  expect(isLive(state, 121_001)).toBe(false)
  expect(isLive({ ...state, hasFailed: true }, 1_000)).toBe(false)
})
