import { beforeEach, describe, expect, test } from 'vitest'
import { accountOf, openDeliveryDesk, subscribe, tell } from '@/lib/testing/delivery-desk'
import { sendIds } from '@/lib/testing/delivery-sender'
import { deliver } from './deliver'
import { reviveDelivery } from './delivery-store'
import { seal } from './seal'

const desk = openDeliveryDesk()
const { signal } = new AbortController()
const senders = { webhook: sendIds }
const minute = 60_000
const hour = 60 * minute
let number = 0
let path = ''
let account = accountOf(0)

beforeEach(() => {
  number += 1
  path = `/${number}`
  account = accountOf(number)
  desk.receivers.answer = () => 204
  desk.ctx.clock.set(Date.now() + minute)
})

const open = (facts: Partial<Parameters<typeof subscribe>[1]> = {}) =>
  subscribe(desk.ctx, { url: `${desk.receivers.url}${path}`, account, ...facts })
const turn = (subscriptionId: string) => deliver(desk.ctx, { subscriptionId, senders, signal })
const say = (...ids: string[]) =>
  tell(
    desk.ctx,
    account,
    ids.map((id) => `${path}/${id}`),
  )
const heard = () => desk.receivers.idsAt(path).map((id) => id.slice(path.length + 1))
const rows = (subscriptionId: string) =>
  desk.ctx.db.delivery.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })
const subscription = (id: string) => desk.ctx.db.subscription.findUniqueOrThrow({ where: { id } })
const later = async (id: string) => {
  const [job] = await desk.ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT run_at AS at FROM graphile_worker.jobs WHERE key = ${`deliver-later:${id}`}`
  return job?.at.getTime()
}

describe('a turn', () => {
  test('sends in order what waits, and records it once', async () => {
    const id = await open()
    await say('a', 'b', 'c')
    expect(await turn(id)).toBe('sent')
    expect(heard()).toEqual(['a', 'b', 'c'])
    expect(await rows(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1, lastStatus: 204 })),
    )
    expect(await turn(id)).toBe('idle')
    expect(heard()).toHaveLength(3)
    const { lastSentAt, failingSince } = await subscription(id)
    expect(lastSentAt).toEqual(new Date(desk.ctx.now()))
    expect(failingSince).toBeNull()
  })

  test('takes a hundred deliveries at most', async () => {
    const id = await open()
    await say(...Array.from({ length: 120 }, (_, index) => String(index)))
    await turn(id)
    expect(heard()).toHaveLength(100)
    await turn(id)
    expect(heard()).toEqual(Array.from({ length: 120 }, (_, index) => String(index)))
  })

  test('finds nothing for a subscription that is switched off, not confirmed or stopped', async () => {
    const id = await open()
    await say('a')
    for (const facts of [{ enabled: false }, { enabled: true, confirmed: false }]) {
      await desk.ctx.db.subscription.update({ where: { id }, data: facts })
      expect(await turn(id)).toBe('idle')
    }
    expect(heard()).toEqual([])
  })

  test.each([
    ['pauses', { enabled: false }],
    ['unsubscribes', { confirmed: false }],
    ['gives up', { stoppedAt: new Date(), stoppedReason: 'gone' }],
    ['takes another secret', { secret: 'another' }],
    ['takes another address', { target: 'another' }],
    ['sleeps', { quietFrom: 0, quietTo: 1 }],
  ])('ends before the next message when its owner %s meanwhile', async (_, data) => {
    const id = await open()
    await say('a', 'b', 'c')
    desk.receivers.answer = async () => {
      await desk.ctx.db.subscription.update({ where: { id }, data })
      return 204
    }
    expect(await turn(id)).toBe('sent')
    expect(heard()).toEqual(['a'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'waiting', 'waiting'])
  })

  test('ends before the next message when its receiver is removed', async () => {
    const id = await open()
    await say('a', 'b')
    desk.receivers.answer = async () => {
      await desk.ctx.db.subscription.deleteMany({ where: { id } })
      return 204
    }
    await turn(id)
    expect(heard()).toEqual(['a'])
  })

  test('ends before the next message when it is told to', async () => {
    const id = await open()
    await say('a', 'b')
    const stopping = new AbortController()
    desk.receivers.answer = () => {
      stopping.abort()
      return 204
    }
    await deliver(desk.ctx, { subscriptionId: id, senders, signal: stopping.signal })
    expect(heard()).toEqual(['a'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'waiting'])
  })
})

test('a turn ends when it has taken two seconds, and its receiver counts as slow', async () => {
  const id = await open()
  await say('a', 'b', 'c', 'd')
  desk.receivers.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    return 204
  }
  expect(await turn(id)).toBe('slow')
  expect(heard()).toEqual(['a', 'b'])
  expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting', 'waiting'])
  desk.receivers.answer = () => 204
  expect(await turn(id)).toBe('sent')
  expect(heard()).toEqual(['a', 'b', 'c', 'd'])
})

describe('a failed attempt', () => {
  test('is made again by the schedule, eight times in all, and then dead', async () => {
    const id = await open()
    await say('a')
    desk.receivers.answer = () => 500
    const pauses = [5_000, 5 * minute, hour / 2, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
    for (const [index, pause] of pauses.entries()) {
      expect(await turn(id)).toBe('failing')
      const [row] = await rows(id)
      expect(row).toMatchObject({ state: 'waiting', attempts: index + 1, lastStatus: 500 })
      const wait = row!.dueAt.getTime() - desk.ctx.now()
      expect(wait).toBeGreaterThanOrEqual(pause * 0.9)
      expect(wait).toBeLessThanOrEqual(pause * 1.1)
      expect(await later(id)).toBe(row!.dueAt.getTime())
      expect(await turn(id)).toBe('idle')
      desk.ctx.clock.set(row!.dueAt.getTime())
    }
    await turn(id)
    expect(await rows(id)).toMatchObject([
      { state: 'dead', attempts: 8, lastError: 'answered 500' },
    ])
    expect(heard()).toHaveLength(8)
    expect(await turn(id)).toBe('idle')
  })

  test('holds up nothing behind it', async () => {
    const id = await open()
    await say('a', 'b', 'c')
    desk.receivers.answer = ({ ids }) => (ids[0] === `${path}/a` ? 500 : 204)
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'c'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['waiting', 'sent', 'sent'])
  })

  test('is made again only after all that was not tried yet', async () => {
    const id = await open()
    const names = Array.from({ length: 100 }, (_, index) => `old ${index}`)
    await say(...names)
    await desk.ctx.db.delivery.updateMany({ where: { subscriptionId: id }, data: { attempts: 1 } })
    await say('new')
    await turn(id)
    expect(heard()).toEqual(['new', ...names.slice(0, 99)])
  })

  test('is put off for as long as the receiver asks', async () => {
    const id = await open()
    await say('a')
    desk.receivers.answer = (_, response) => {
      response.setHeader('retry-after', '120')
      return 429
    }
    await turn(id)
    const [row] = await rows(id)
    expect(row!.dueAt.getTime() - desk.ctx.now()).toBe(2 * minute)
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 429 })
  })

  test('is the third in a row: others get their turn', async () => {
    const id = await open()
    await say('a', 'b', 'c', 'd')
    desk.receivers.answer = () => 500
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'c'])
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('for good is dead at once and no reason to give the receiver up', async () => {
    const id = await open()
    await say('a', 'b')
    desk.receivers.answer = ({ ids }) => (ids[0] === `${path}/a` ? 422 : 204)
    await turn(id)
    expect((await rows(id)).map(({ state }) => state)).toEqual(['dead', 'sent'])
    expect((await subscription(id)).stoppedAt).toBeNull()
  })

  test('of a sender that breaks counts as one, and tells nothing of it', async () => {
    const id = await open()
    await say('a')
    const broken = { webhook: () => Promise.reject(new Error('a secret')) }
    await deliver(desk.ctx, { subscriptionId: id, senders: broken, signal })
    const [row] = await rows(id)
    expect(row).toMatchObject({ attempts: 1, lastError: 'the service could not send it' })
    desk.ctx.clock.set(row!.dueAt.getTime())
    await deliver(desk.ctx, { subscriptionId: id, senders: {}, signal })
    expect((await rows(id))[0]?.lastError).toBe('this channel is switched off on this service')
  })
})

describe('a receiver is given up', () => {
  test('when it says that it is gone, with all that waits for it', async () => {
    const id = await open()
    await say('a', 'b')
    desk.receivers.answer = () => 410
    await turn(id)
    expect(heard()).toEqual(['a'])
    expect(await rows(id)).toMatchObject([
      { state: 'dead', attempts: 1 },
      { state: 'dead', attempts: 0, lastError: expect.stringMatching('not sent') },
    ])
    expect(await subscription(id)).toMatchObject({ stoppedReason: 'answered 410' })
    await say('c')
    expect(await rows(id)).toHaveLength(2)
  })

  test('not when it has another address by the time that the old one says so', async () => {
    const id = await open()
    await say('a', 'b')
    desk.receivers.answer = async () => {
      const target = seal(desk.ctx.config, 'target', `{"url":"${desk.receivers.url}${path}"}`)
      await desk.ctx.db.subscription.update({ where: { id }, data: { target } })
      return 410
    }
    await turn(id)
    expect(await subscription(id)).toMatchObject({ stoppedAt: null })
    expect((await rows(id)).map(({ state }) => state)).toEqual(['dead', 'waiting'])
  })

  test('when every attempt of five days failed, and no sooner', async () => {
    const id = await open()
    desk.receivers.answer = () => 500
    const began = desk.ctx.now()
    for (const hours of [0, 119.9, 120]) {
      desk.ctx.clock.set(began + hours * hour)
      expect((await subscription(id)).stoppedAt).toBeNull()
      await say(`after ${hours}`)
      await turn(id)
    }
    const { stoppedAt, stoppedReason, failingSince } = await subscription(id)
    expect(stoppedAt).toEqual(new Date(began + 120 * hour))
    expect(stoppedReason).toMatch(/five days/)
    expect(failingSince).toEqual(new Date(began))
  })

  test('not when it took something in between', async () => {
    const id = await open()
    const began = desk.ctx.now()
    for (const [hours, status] of [
      [0, 500],
      [60, 204],
      [130, 500],
      [131, 500],
    ] as const) {
      desk.ctx.clock.set(began + hours * hour)
      desk.receivers.answer = () => status
      await say(`after ${hours}`)
      await turn(id)
    }
    expect((await subscription(id)).stoppedAt).toBeNull()
  })
})

test('what a receiver refuses for good is no failure of it', async () => {
  const id = await open()
  const began = desk.ctx.now()
  desk.receivers.answer = () => 422
  await say('a')
  await turn(id)
  expect((await subscription(id)).failingSince).toBeNull()
  desk.ctx.clock.set(began + 130 * hour)
  desk.receivers.answer = () => 500
  await say('b')
  await turn(id)
  const { stoppedAt, failingSince } = await subscription(id)
  expect(stoppedAt).toBeNull()
  expect(failingSince).toEqual(new Date(began + 130 * hour))
})

test('what was taken ends a row of failures, also when the next one fails in the same turn', async () => {
  const id = await open()
  const began = desk.ctx.now()
  desk.receivers.answer = () => 500
  await say('a')
  await turn(id)
  desk.ctx.clock.set(began + hour)
  await say('b', 'c')
  desk.receivers.answer = ({ ids }) => (ids[0] === `${path}/b` ? 204 : 500)
  await turn(id)
  expect(await subscription(id)).toMatchObject({
    failingSince: new Date(began + hour),
    lastSentAt: new Date(began + hour),
    lastError: 'answered 500',
  })
})

describe('an account’s hours', () => {
  test('put off what is told in quiet ones', async () => {
    const minutes = Math.floor(desk.ctx.now() / minute) % 1_440
    const [quietFrom, quietTo] = [(minutes + 1_430) % 1_440, (minutes + 10) % 1_440]
    const id = await open({ quietFrom, quietTo })
    await say('a', 'b')
    expect(await turn(id)).toBe('idle')
    const end = await later(id)
    expect(end! - desk.ctx.now()).toBeGreaterThan(8 * minute)
    expect(heard()).toEqual([])
    desk.ctx.clock.set(end!)
    await turn(id)
    expect(heard()).toEqual(['a', 'b'])
  })

  test('make one message of what is told in a digest', async () => {
    const id = await open({ digest: 'hourly' })
    await say('a', 'b')
    await say('c')
    expect(await turn(id)).toBe('idle')
    desk.ctx.clock.set((await later(id))!)
    desk.receivers.answer = () => 500
    await turn(id)
    desk.receivers.answer = () => 204
    desk.ctx.clock.advance(6_000)
    await turn(id)
    const messages = desk.receivers.heard.filter((message) => message.path === path)
    expect(messages.map(({ ids }) => ids.length)).toEqual([3, 3])
    expect(await rows(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 2 })),
    )
  })
})

test('a dead delivery is replayed with all its attempts, unless its receiver was given up', async () => {
  const id = await open()
  await say('a')
  desk.receivers.answer = () => 422
  await turn(id)
  const [dead] = await rows(id)
  const at = new Date(desk.ctx.now())
  const revive = () => desk.ctx.db.$transaction((tx) => reviveDelivery(tx, { id: dead!.id, at }))
  const stop = (stoppedAt: Date | null) =>
    desk.ctx.db.subscription.update({
      where: { id },
      data: { stoppedAt, stoppedReason: stoppedAt && 'gone' },
    })
  await stop(at)
  expect(await revive()).toBe('stopped')
  await stop(null)
  expect(await revive()).toBe('revived')
  expect(await revive()).toBe('not-dead')
  desk.receivers.answer = () => 204
  await turn(id)
  expect(await rows(id)).toMatchObject([{ state: 'sent', attempts: 1 }])
})

test('what a channel has no room for now waits in its place, and no attempt is counted', async () => {
  const id = await open()
  await say('a', 'b')
  let room = 1
  const crowded = {
    webhook: async (...message: Parameters<typeof sendIds>) =>
      room-- > 0
        ? sendIds(...message)
        : ({ kind: 'later', error: 'no room', afterMs: 3_000 } as const),
  }
  const crowdedTurn = () => deliver(desk.ctx, { subscriptionId: id, senders: crowded, signal })
  expect(await crowdedTurn()).toBe('postponed')
  await say('c')
  const [job] = await desk.ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT run_at AS at FROM graphile_worker.jobs WHERE key = ${`deliver:${id}`}`
  expect(job?.at.getTime()).toBe(desk.ctx.now() + 3_000)
  room = 2
  expect(await crowdedTurn()).toBe('sent')
  expect(heard()).toEqual(['a', 'b', 'c'])
  expect((await rows(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})
