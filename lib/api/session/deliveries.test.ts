import { describe, expect } from 'vitest'
import {
  type AccountFixture,
  type Asking,
  webhookActions,
} from '@/lib/testing/accounts/account-fixture'
import { saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})

const { add: addWebhook } = webhookActions(() => fixture)

const add = async (ask: Asking, path?: string) => (await addWebhook(ask, path)).subscription.id
const list = async (ask: Asking, query = '') =>
  (await ask('GET', `/deliveries${query}`)).body.deliveries
const idsOf = (deliveries: readonly { notification: { id: string } }[]) =>
  deliveries.map(({ notification }) => notification.id)

let number = 0
/** Creates a channel with a sent, a dead and a waiting delivery. */
const open = async () => {
  const { account, ask } = await fixture.signIn()
  const id = await add(ask)
  const name = ++number
  await saveTestNotifications(fixture.ctx, account, [`${name}/sent`])
  await fixture.turn(id)
  fixture.receiver.answer = (response) => response.writeHead(503).end()
  await saveTestNotifications(fixture.ctx, account, [`${name}/dead`])
  for (let attempt = 0; attempt < 8; attempt++) {
    await fixture.ctx.db.delivery.updateMany({
      where: { subscriptionId: id, state: 'waiting' },
      data: { dueAt: new Date(0) },
    })
    await fixture.turn(id)
  }
  await saveTestNotifications(fixture.ctx, account, [`${name}/waiting`])
  return { account, ask, id, name }
}

describe('deliveries', () => {
  test('are listed with their results, newest first', async () => {
    const { ask, id, name } = await open()
    const common = { subscriptionId: id, channel: 'webhook', label: fixture.receiver.host }
    const deliveries = await list(ask)
    expect(idsOf(deliveries)).toEqual([`${name}/waiting`, `${name}/dead`, `${name}/sent`])
    expect(deliveries).toMatchObject([
      { ...common, state: 'waiting', attempts: 0, dueAt: expect.any(String), sentAt: null },
      {
        ...common,
        state: 'dead',
        attempts: 8,
        lastError: { code: 'answered', status: 503 },
        lastStatus: 503,
      },
      { ...common, state: 'sent', attempts: 1, dueAt: null, lastError: null, lastStatus: 204 },
    ])
    expect(deliveries.map(({ retryable }: { retryable: boolean }) => retryable)).toEqual([
      ...[false, true, false],
    ])
    expect(deliveries[2].sentAt).toEqual(expect.any(String))
    expect(JSON.stringify(deliveries)).not.toContain('/hook')
  })

  test('are filtered by state and by channel', async () => {
    const { account, ask, id, name } = await open()
    const other = await add(ask, '/other')
    await saveTestNotifications(fixture.ctx, account, [`${name}/both`])
    for (const state of ['sent', 'dead']) {
      expect(idsOf(await list(ask, `?state=${state}`))).toEqual([`${name}/${state}`])
    }
    expect(idsOf(await list(ask, `?subscriptionId=${other}`))).toEqual([`${name}/both`])
    expect(await list(ask, `?subscriptionId=${id}&state=waiting`)).toHaveLength(2)
  })

  test('are paginated over all channels without gaps or repeats', async () => {
    const { account, ask } = await fixture.signIn()
    await add(ask, '/1')
    await add(ask, '/2')
    const names = Array.from({ length: 7 }, (_, index) => `paged/${index}`)
    await saveTestNotifications(fixture.ctx, account, names)
    const ids: string[] = []
    const readPage = () => list(ask, `?limit=4${ids.length === 0 ? '' : `&before=${ids.at(-1)}`}`)
    await repeat(readPage, (page) => {
      ids.push(...page.map(({ id }: { id: string }) => id))
      return page.length === 0
    })
    expect(ids).toHaveLength(14)
    expect(ids.map(BigInt)).toEqual([...ids.map(BigInt)].sort((a, b) => (a < b ? 1 : -1)))
    expect(new Set(ids).size).toBe(14)
  })

  test('are visible to their own account only', async () => {
    const { ask, id } = await open()
    const [newest] = await list(ask)
    const { ask: askOther } = await fixture.signIn()
    for (const query of ['', `?subscriptionId=${id}`, `?before=${BigInt(newest.id) + 1n}`]) {
      expect(await list(askOther, query)).toEqual([])
    }
    const [dead] = await list(ask, '?state=dead')
    expect((await askOther('POST', `/deliveries/${dead.id}/retry`)).status).toBe(404)
    expect(await list(ask, '?state=dead')).toHaveLength(1)
  })
})

describe('a dead delivery', () => {
  test('is sent again with a new retry schedule, and recorded once', async () => {
    const { ask, id, name } = await open()
    const [dead] = await list(ask, '?state=dead')
    const retry = () => ask('POST', `/deliveries/${dead.id}/retry`)
    expect(await retry()).toMatchObject({ status: 200, body: { id: dead.id } })
    expect(await retry()).toMatchObject({
      status: 409,
      body: { message: 'only a delivery that has failed is sent again' },
    })
    fixture.receiver.answer = (response) => response.writeHead(200).end()
    fixture.receiver.heard.length = 0
    await fixture.turn(id)
    const heard = fixture.receiver.heard.map(({ headers }) => headers['webhook-id'])
    expect(heard).toEqual([`${name}/dead`, `${name}/waiting`])
    expect(await list(ask, '?state=sent')).toHaveLength(3)
  })

  test('is not sent again to a disabled endpoint until it is enabled', async () => {
    const { ask, id } = await open()
    fixture.receiver.answer = (response) => response.writeHead(410).end()
    await fixture.turn(id)
    const [dead] = await list(ask, '?state=dead')
    const retry = () => ask('POST', `/deliveries/${dead.id}/retry`)
    expect(await retry()).toMatchObject({
      status: 409,
      body: { message: 'the channel was given up, switch it on first' },
    })
    await ask('PATCH', `/subscriptions/${id}`, { enabled: true })
    expect((await retry()).status).toBe(200)
  })
})

test('retries of dead deliveries share the rate limit of tests', async () => {
  const { ask, id } = await open()
  const dead = await list(ask, '?state=dead')
  await fixture.ctx.db.delivery.updateMany({
    where: { subscriptionId: id, state: 'waiting' },
    data: { state: 'dead' },
  })
  const ids = (await list(ask, '?state=dead')).map((one: { id: string }) => one.id)
  expect(ids.length).toBeGreaterThan(dead.length)
  const retry = (of: string) => ask('POST', `/deliveries/${of}/retry`)
  const answers = await Promise.all([retry(ids[0]), retry(ids[1])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  expect(answers.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('10')
  fixture.ctx.clock.advance(10_000)
  const left = (await list(ask, '?state=dead')).map((one: { id: string }) => one.id)
  expect(left).toHaveLength(ids.length - 1)
  expect((await retry(left[0])).status).toBe(200)
})

describe('a failed delivery that waits for its next attempt', () => {
  /** One that has failed once. */
  const fail = async () => {
    const { account, ask } = await fixture.signIn()
    const id = await add(ask)
    const name = `waits/${++number}`
    fixture.receiver.answer = (response) => response.writeHead(503).end()
    await saveTestNotifications(fixture.ctx, account, [name])
    await fixture.turn(id)
    const [failed] = await list(ask)
    const retry = () => ask('POST', `/deliveries/${failed.id}/retry`)
    return { ask, id, name, failed, retry }
  }

  test('is retried at once, and its attempts continue to count', async () => {
    const { ask, id, name, failed, retry } = await fail()
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, retryable: true })
    expect(Date.parse(failed.dueAt)).toBeGreaterThan(fixture.ctx.now())
    fixture.receiver.heard.length = 0
    expect(await retry()).toMatchObject({ status: 200, body: { id: failed.id } })
    expect(Date.parse((await list(ask))[0].dueAt)).toBeLessThanOrEqual(fixture.ctx.now())
    await fixture.turn(id)
    expect(fixture.receiver.heard.map(({ headers }) => headers['webhook-id'])).toEqual([name])
    expect(await list(ask)).toMatchObject([{ state: 'waiting', attempts: 2 }])
    fixture.receiver.answer = (response) => response.writeHead(200).end()
    fixture.ctx.clock.advance(10_000)
    expect((await retry()).status).toBe(200)
    await fixture.turn(id)
    expect(await list(ask)).toMatchObject([{ state: 'sent', attempts: 3, retryable: false }])
    expect((await retry()).status).toBe(409)
  })

  test('shares the rate limit of tests', async () => {
    const { ask, id, retry } = await fail()
    const answers = await Promise.all([retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await ask('POST', `/subscriptions/${id}/test`)).status).toBe(429)
    fixture.ctx.clock.advance(10_000)
    expect((await retry()).status).toBe(200)
  })

  test('is not retried while its channel is disabled, and that uses no rate limit', async () => {
    const { ask, id, failed, retry } = await fail()
    await ask('PATCH', `/subscriptions/${id}`, { enabled: false })
    expect(await retry()).toMatchObject({
      status: 409,
      body: { message: 'the channel is switched off, switch it on first' },
    })
    expect(await list(ask)).toMatchObject([{ dueAt: failed.dueAt, attempts: 1 }])
    await ask('PATCH', `/subscriptions/${id}`, { enabled: true })
    expect((await retry()).status).toBe(200)
  })
})
