import { expect, test } from 'vitest'
import { ApiError, requestJson, type Transport, waitBefore } from './request'

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
  expect(waits).toEqual([750, 1500, 3000])
})

test('honours Retry-After', async () => {
  const { transport, waits } = scripted([
    { status: 429, body: {}, headers: { 'retry-after': '7' } },
    { status: 200, body: 1 },
  ])
  await requestJson({ path: '/x' }, transport)
  expect(waits).toEqual([7000])
})

test.each([400, 403, 404, 503])('does not retry %i', async (status) => {
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

test('gives up after the asked number of tries', async () => {
  const { transport } = scripted(['offline', 'offline', { status: 200, body: 1 }])
  await expect(requestJson({ path: '/x', tries: 2 }, transport)).rejects.toThrow('fetch failed')
})

test('never waits longer than 30 seconds', () => {
  const asked = new ApiError(429, {}, 3600)
  expect(waitBefore(20, asked, 0.999)).toBe(30_000)
  expect(waitBefore(1, undefined, 0)).toBe(500)
})
