import { expect, test } from 'vitest'
import type { ConsentedOrder } from '@/lib/client/ensure-order'
import { ApiError } from '@/lib/client/request'
import type { Hex } from '@/lib/core/bytes'
import { planParts } from './plan'
import { type JobTools, runJob } from './run-job'
import { type JobWay, placedParts } from './signing-job'
import { type JobStore, jobStoreOf, parseJob } from './stored-job'

const startMs = 1_800_000_000_000
let count = 0

function begin(way: JobWay, parts = 3): JobStore {
  const owner: Hex = `0x${String(++count).padStart(40, '0')}`
  const store = jobStoreOf({ chainId: 1, owner })
  const worst = { bought: 2n, sold: 1n }
  const startSeconds = startMs / 1_000
  const terms = { total: 300n, parts, intervalSeconds: 600, startSeconds, worst }
  store.begin({
    ...{ schedule: 'test', chainId: 1, owner, referrerCode: undefined, way },
    ...{ sellToken: `0x${'22'.repeat(20)}`, buyToken: `0x${'33'.repeat(20)}` },
    parts: planParts(terms).map((part) => ({ ...part, isPlaced: false })),
  })
  return store
}

type Scripted = { readonly waits: number[]; readonly submitted: ConsentedOrder[]; signed: number }

function toolsOf(change: Partial<JobTools> = {}): JobTools & Scripted {
  const log: Scripted = { waits: [], submitted: [], signed: 0 }
  let nowMs = startMs
  const tools: JobTools = {
    settlementContract: `0x${'44'.repeat(20)}`,
    scheme: 'eip712',
    sign: async () => {
      log.signed += 1
      return '0x12'
    },
    submit: async (part) => {
      log.submitted.push(part)
    },
    confirm: async (_, onSent) => onSent(),
    nowMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms
      log.waits.push(ms)
    },
    random: () => 1,
    ...change,
  }
  return Object.assign(log, tools)
}

const busy = (retryAfter?: number) => new ApiError(429, { errorType: 'RateLimited' }, retryAfter)

test('signs and submits part after part, with at most four submissions a second', async () => {
  const store = begin('each')
  const tools = toolsOf()
  expect(await runJob(store, 1, tools)).toBeUndefined()
  expect(store.read()?.phase.at).toBe('done')
  expect(tools.signed).toBe(3)
  expect(tools.waits).toEqual([250, 250, 250])
  const documents = tools.submitted.map(({ submission }) => JSON.parse(submission.appData).metadata)
  expect(documents.map(({ validFrom }) => validFrom - startMs / 1_000)).toEqual([0, 600, 1200])
  expect(documents[0]).toMatchObject({ schedule: { id: 'test', parts: 3 } })
})

test('waits as long as a 429 asks, and submits the same signature again', async () => {
  const store = begin('each')
  const answers = [busy(7), busy()]
  const tools = toolsOf()
  const { submit } = tools
  const limited: JobTools = {
    ...tools,
    submit: async (part) => {
      const error = answers.shift()
      if (error) throw error
      await submit(part)
    },
  }
  await runJob(store, 1, limited)
  expect(store.read()?.phase.at).toBe('done')
  expect(tools.waits).toEqual([7_000, 3_000, 250, 250, 250])
  expect(tools.signed).toBe(3)
  expect(tools.submitted).toHaveLength(3)
})

test('pauses when the wallet declines or the service refuses, and goes on from there', async () => {
  const store = begin('each')
  const declined = Object.assign(new Error('no'), { code: 4001 })
  let asks = 0
  const tools = toolsOf({
    sign: async () => {
      asks += 1
      if (asks === 2) throw declined
      return '0x12'
    },
  })
  expect(await runJob(store, 1, tools)).toBe(declined)
  expect(store.read()?.phase).toEqual({ at: 'paused', trouble: 'declined' })
  await runJob(store, 2, tools)
  expect(store.read()?.phase.at).toBe('done')
  expect(asks).toBe(4)
  const refused = begin('each')
  const error = new ApiError(400, { errorType: 'InsufficientBalance' })
  const refusing = toolsOf({ submit: () => Promise.reject(error) })
  expect(await runJob(refused, 1, refusing)).toBe(error)
  expect(refused.read()?.phase).toEqual({ at: 'paused', trouble: 'refused' })
})

test('gives up after eight failures in a row', async () => {
  const store = begin('each')
  const tools = toolsOf({ submit: () => Promise.reject(busy(1)) })
  await runJob(store, 1, tools)
  expect(store.read()?.phase).toEqual({ at: 'paused', trouble: 'failed' })
  expect(tools.waits).toHaveLength(7)
  expect(tools.signed).toBe(1)
})

test('pauses after the part on its way', async () => {
  const store = begin('each')
  const tools = toolsOf({
    sign: async () => {
      store.send({ type: 'pause' })
      return '0x12'
    },
  })
  await runJob(store, 1, tools)
  const state = store.read()
  expect(state?.phase).toEqual({ at: 'paused' })
  expect(state && placedParts(state.job)).toBe(1)
})

test('a bundle is confirmed once for all parts', async () => {
  const store = begin('batch')
  const asked: (readonly Hex[])[] = []
  const tools = toolsOf({
    confirm: async (uids, onSent) => {
      asked.push(uids)
      onSent()
      expect(store.read()?.phase.at).toBe('sent')
    },
  })
  await runJob(store, 1, tools)
  expect(store.read()?.phase.at).toBe('done')
  expect(asked).toEqual([tools.submitted.map(({ uid }) => uid)])
  expect(tools.submitted.map(({ submission }) => submission.signingScheme)).toEqual(
    Array(3).fill('presign'),
  )
  expect(tools.signed).toBe(0)
})

test('a stored job is read back, and foreign texts are ignored', () => {
  for (const text of [null, '', '{', '[]', '{"parts":7}', '{"parts":[null]}', '{"parts":[{}]}']) {
    expect(parseJob(text)).toBeUndefined()
  }
})
