import { expect, test } from 'vitest'
import { ApiError, type ApiRequest, requestDated, type Transport, waitBefore } from './request'

const requestJson = async (request: ApiRequest, transport: Transport) =>
  (await requestDated(request, transport)).body

type Scripted = { status: number; body: unknown; headers?: Record<string, string> }

function scripted(answers: (Scripted | 'offline')[]) {
  const waits: number[] = []
  const transport: Transport = {
    fetch: async () => {
      const answer = answers.shift()
      if (!answer || answer === 'offline') throw new TypeError('fetch failed')
      return Response.json(answer.body, { status: answer.status, headers: answer.headers ?? {} })
    },
    sleep: async (ms) => {
      waits.push(ms)
    },
    random: () => 0.5,
  }
  return { transport, waits }
}

test('retries 429, 500 and a lost connection with exponential backoff', async () => {
  const { transport, waits } = scripted([
    { status: 429, body: { errorType: 'RateLimited' } },
    'offline',
    { status: 500, body: { message: 'later' } },
    { status: 200, body: { ok: true } },
  ])
  expect(await requestJson({ path: '/x' }, transport)).toEqual({ ok: true })
  expect(waits).toEqual([1_250, 2_500, 5_000])
})

test.each([
  ['in seconds', { 'retry-after': '7' }, 7_000],
  [
    'as a date',
    {
      date: 'Sat, 28 Nov 2026 20:00:00 GMT',
      'retry-after': 'Sat, 28 Nov 2026 20:00:09 GMT',
    },
    9_000,
  ],
  ['that makes no sense', { 'retry-after': 'soon' }, 1_250],
])('honours Retry-After %s', async (_, headers, waitMs) => {
  const { transport, waits } = scripted([
    { status: 429, body: {}, headers },
    { status: 200, body: 1 },
  ])
  await requestJson({ path: '/x' }, transport)
  expect(waits).toEqual([waitMs])
})

test.each([400, 401, 403, 404, 409, 413, 503])('does not retry %i', async (status) => {
  const { transport, waits } = scripted([
    { status, body: { errorType: 'Forbidden', description: 'no' } },
    { status: 200, body: 1 },
  ])
  await expect(requestJson({ path: '/x' }, transport)).rejects.toMatchObject({
    status,
    code: 'Forbidden',
    message: 'no',
  })
  expect(waits).toEqual([])
})

test('stops after the given number of attempts', async () => {
  const { transport } = scripted(['offline', 'offline', { status: 200, body: 1 }])
  await expect(requestJson({ path: '/x', tries: 2 }, transport)).rejects.toThrow('fetch failed')
})

test('waits 1 second first, then twice as long each time, at most 30, with jitter', () => {
  const waits = (random: number) =>
    [1, 2, 3, 4, 5, 6, 20].map((attempt) => waitBefore(attempt, undefined, random))
  expect(waits(0)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(waits(1)).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000])
  expect(waitBefore(20, new ApiError(429, {}, 30), 0.999)).toBe(30_000)
})

test('waits as long as the service asks for', () => {
  expect(waitBefore(1, new ApiError(429, {}, 7), 0)).toBe(7_000)
  expect(waitBefore(1, new ApiError(429, {}, 60), 0)).toBe(60_000)
})

test('does not retry if the service asks for more than 30 seconds', async () => {
  const { transport, waits } = scripted([
    { status: 429, body: { errorType: 'RateLimited' }, headers: { 'retry-after': '60' } },
    { status: 200, body: 1 },
  ])
  await expect(requestJson({ path: '/x' }, transport)).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 60,
  })
  expect(waits).toEqual([])
})

test('reports each wait in advance, and stops when aborted', async () => {
  const controller = new AbortController()
  const progress: number[] = []
  const { transport } = scripted([
    { status: 500, body: {}, headers: { 'retry-after': '2' } },
    { status: 500, body: {} },
    { status: 200, body: 1 },
  ])
  const onRetry = (seconds: number) => {
    progress.push(seconds)
    if (progress.length === 2) controller.abort()
  }
  const request = { path: '/x', signal: controller.signal, onRetry }
  const stopping: Transport = {
    ...transport,
    sleep: async (_ms, signal) => signal?.throwIfAborted(),
  }
  await expect(requestJson(request, stopping)).rejects.toThrow('aborted')
  expect(progress).toEqual([2, 3])
})

test('sends amounts as decimal strings', async () => {
  let sent: unknown
  const { transport } = scripted([])
  const keeping: Transport = {
    ...transport,
    fetch: async (_path, init) => {
      sent = init?.body
      return Response.json(1)
    },
  }
  await requestJson({ method: 'POST', path: '/x', body: { amount: 2n ** 200n } }, keeping)
  expect(sent).toBe(`{"amount":"${2n ** 200n}"}`)
})

test.each([
  ['its Last-Modified', { 'last-modified': 'Sat, 21 Nov 2026 09:30:00 GMT', age: '9' }, 0],
  ['its Date less its Age', { date: 'Sat, 21 Nov 2026 09:31:00 GMT', age: '20' }, 40_000],
  ['nothing', {}, undefined],
])('takes the time of the data from %s', async (_, headers: Record<string, string>, laterMs) => {
  const { transport } = scripted([{ status: 200, body: 1, headers }])
  const { asOfMs } = await requestDated({ path: '/x' }, transport)
  expect(asOfMs && asOfMs - Date.UTC(2026, 10, 21, 9, 30)).toBe(laterMs)
})
