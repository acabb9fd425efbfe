import { describe, expect } from 'vitest'
import { everywhere } from '@/lib/core/identity'
import {
  type Asking,
  type Reaches,
  type ReachFixture,
  webhookActions,
} from '@/lib/testing/accounts/account-fixture'
import { test } from '@/lib/testing/test'

let reach: ReachFixture

test.beforeEach(({ reach: opened }) => {
  reach = opened
})

const { add, list, webhook } = webhookActions(() => reach.fixture)

const names = ['one', 'hundred', 'both', 'all'] as const

/** Signs an account in with each scope and adds a webhook per session, at a path named after the scope. */
async function enterWithWebhooks() {
  const reaches = await reach.enter()
  const added = names.map(async (name) => {
    const { subscription } = await add(reaches[name], `/${name}`)
    return [name, subscription.id] as const
  })
  const ids = Object.fromEntries(await Promise.all(added)) as Record<(typeof names)[number], string>
  return { ...reaches, ids }
}

/** Sends pending deliveries of these channels and returns the ids received at a path, in order. */
async function deliverTo(ids: readonly string[], path: string): Promise<unknown[]> {
  for (const id of ids) await reach.fixture.turn(id)
  const heard = reach.fixture.receiver.heard.filter((message) => message.path === path)
  return heard.map(({ headers }) => headers['webhook-id'])
}

const visible = {
  one: ['one'],
  hundred: ['hundred'],
  both: ['one', 'hundred', 'both'],
  all: names,
} as const satisfies Record<(typeof names)[number], readonly (typeof names)[number][]>

describe('a channel', () => {
  test('receives notifications of the networks of the session that added it', async () => {
    const { account, ids } = await enterWithWebhooks()
    const [first, second] = await reach.notify(account, 'a')
    const all = Object.values(ids)
    expect(await deliverTo(all, '/one')).toEqual([first])
    expect(await deliverTo([], '/hundred')).toEqual([second])
    expect(await deliverTo([], '/both')).toEqual([first, second])
    expect(await deliverTo([], '/all')).toEqual([first, second])
  })

  test('lists those networks', async () => {
    const { all } = await enterWithWebhooks()
    const scopes = (await list(all)).map(({ networks }: { networks: unknown }) => networks)
    expect(scopes).toHaveLength(4)
    expect(scopes).toEqual(expect.arrayContaining([[1], [100], [1, 100], null]))
  })

  test.each(names)('is visible to sessions whose scope covers it: %s', async (name) => {
    const { ids, ...reaches } = await enterWithWebhooks()
    const shown = (await list(reaches[name])).map(({ id }: { id: string }) => id)
    expect(shown.sort()).toEqual(visible[name].map((one) => ids[one]).sort())
  })

  const changes: readonly [string, (ask: Asking, id: string) => ReturnType<Asking>][] = [
    ['changed', (ask, id) => ask('PATCH', `/subscriptions/${id}`, { enabled: true })],
    ['tested', (ask, id) => ask('POST', `/subscriptions/${id}/test`)],
    ['given a new secret', (ask, id) => ask('POST', `/subscriptions/${id}/secret`)],
    ['removed', (ask, id) => ask('DELETE', `/subscriptions/${id}`)],
  ]
  test.each(changes)('is %s by sessions whose scope covers it', async (_what, change) => {
    const { one, hundred, both, ids } = await enterWithWebhooks()
    for (const further of ['hundred', 'both', 'all'] as const) {
      expect(await change(one, ids[further])).toMatchObject({ status: 404 })
    }
    expect(await change(both, ids.all)).toMatchObject({ status: 404 })
    expect(await change(both, ids.one)).toMatchObject({ status: 200 })
    expect(await change(hundred, ids.hundred)).toMatchObject({ status: 200 })
  })

  test('names its network in a test message', async () => {
    const { hundred, ids } = await enterWithWebhooks()
    await hundred('POST', `/subscriptions/${ids.hundred}/test`)
    expect(JSON.parse(reach.fixture.receiver.heard.at(-1)!.body)).toMatchObject({
      data: { metadata: { chainId: 100, test: true } },
    })
  })
})

describe('two owners of one address on different networks', () => {
  test('add the same webhook independently', async () => {
    const { account, one, hundred, ids } = await enterWithWebhooks()
    const answer = await hundred('POST', '/subscriptions', webhook('/one'))
    expect(answer).toMatchObject({ status: 201 })
    expect(await one('POST', '/subscriptions', webhook('/one'))).toMatchObject({ status: 409 })
    const sent = await reach.notify(account, 'a')
    expect(await deliverTo([ids.one, answer.body.subscription.id], '/one')).toEqual(sent)
  })

  test('have a limit of ten channels each', async () => {
    const { one, hundred, both } = await reach.enter()
    for (let index = 0; index < 10; index++) await add(one, `/${index}`)
    const full = { status: 409, body: { message: expect.stringContaining('10 channels at most') } }
    expect(await one('POST', '/subscriptions', webhook('/more'))).toMatchObject(full)
    expect(await both('POST', '/subscriptions', webhook('/more'))).toMatchObject(full)
    expect(await hundred('POST', '/subscriptions', webhook('/more'))).toMatchObject({ status: 201 })
  })

  test('stay within ten webhooks under concurrent requests', async () => {
    const { one } = await reach.enter()
    const requests = Array.from({ length: 14 }, (_, index) =>
      one('POST', '/subscriptions', webhook(`/${index}`)),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  })
})

describe('deliveries', () => {
  const given = async () => {
    const reaches = await enterWithWebhooks()
    await reach.notify(reaches.account, 'a')
    await reach.fixture.ctx.db.delivery.updateMany({
      where: { subscriptionId: { in: Object.values(reaches.ids) } },
      data: { state: 'dead', attempts: 8 },
    })
    return reaches
  }
  type Listed = { readonly id: string; readonly subscriptionId: string }
  const deliveries = async (ask: Asking, query = ''): Promise<Listed[]> =>
    (await ask('GET', `/deliveries?${query}`)).body.deliveries

  test.each(names)('are listed for the channels that a session sees: %s', async (name) => {
    const { ids, ...reaches } = await given()
    const listed = await deliveries(reaches[name])
    const channels = new Set(listed.map(({ subscriptionId }) => subscriptionId))
    expect(channels).toEqual(new Set(visible[name].map((one) => ids[one])))
  })

  test('of a channel with a wider scope are not listed by its id', async () => {
    const { one, ids } = await given()
    expect(await deliveries(one, `subscriptionId=${ids.both}`)).toEqual([])
    expect(await deliveries(one, `subscriptionId=${ids.one}`)).toHaveLength(1)
  })

  test('are sent again by sessions that see them', async () => {
    const { one, both, all } = await given()
    const [mine] = await deliveries(one)
    for (const { id } of await deliveries(all)) {
      if (id === mine!.id) continue
      expect(await one('POST', `/deliveries/${id}/retry`)).toMatchObject({ status: 404 })
    }
    expect(await both('POST', `/deliveries/${mine!.id}/retry`)).toMatchObject({ status: 200 })
  })
})

describe('stored data', () => {
  const markAll = async ({ one, hundred, all }: Reaches) => {
    for (const ask of [one, hundred]) await ask('POST', '/inbox/read', { all: true })
    await reach.fixture.ctx.db.$executeRaw`
      UPDATE notifications SET created_at = created_at - interval '1 hour'`
    await all('POST', '/inbox/read', { all: true })
  }

  test('is exported within the scope of a session', async () => {
    const reaches = await enterWithWebhooks()
    const [first] = await reach.notify(reaches.account, 'a')
    await markAll(reaches)
    const { body } = await reaches.one('GET', '/export')
    expect(body).toMatchObject({ account: reaches.account, networks: [1], readTo: null })
    const ids = body.subscriptions.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([reaches.ids.one])
    expect(body.deliveries).toHaveLength(1)
    expect(body.readNotifications.map(({ id }: { id: string }) => id)).toEqual([first])
    const { body: whole } = await reaches.all('GET', '/export')
    expect(whole).toMatchObject({ networks: null, readTo: expect.stringMatching(/^\d+$/) })
    expect(whole.subscriptions).toHaveLength(4)
    expect(whole.deliveries).toHaveLength(6)
    expect(whole.readNotifications).toHaveLength(2)
  })

  test('is deleted within the scope of a session', async () => {
    const reaches = await enterWithWebhooks()
    const { account, one, hundred, both, all, ids } = reaches
    const [, second] = await reach.notify(account, 'a')
    await markAll(reaches)
    const link = { ...everywhere(account), types: [], expiresAt: new Date() }
    await reach.fixture.ctx.db.telegramLink.createMany({
      data: [1, 100].map((chainId) => ({
        ...{ account: link.account, networks: [chainId], types: [] },
        ...{ tokenHash: `${account} ${chainId}`, expiresAt: link.expiresAt },
      })),
    })
    const removed = { subscriptions: 1, deliveries: 1, priceAlerts: 0, readMarks: 1 }
    expect(await one('DELETE', '/data')).toMatchObject({ status: 200, body: removed })
    const left = (await list(all)).map(({ id }: { id: string }) => id)
    expect(left.sort()).toEqual([ids.hundred, ids.both, ids.all].sort())
    expect((await hundred('GET', '/export')).body.readNotifications).toMatchObject([{ id: second }])
    const links = await reach.fixture.ctx.db.telegramLink.findMany({ where: { account } })
    expect(links.map(({ networks }) => networks)).toEqual([[100]])
    expect((await all('GET', '/export')).body.readTo).not.toBeNull()
    expect((await both('DELETE', '/data')).body).toMatchObject({ subscriptions: 2, deliveries: 3 })
    expect((await all('DELETE', '/data')).body).toMatchObject({ subscriptions: 1, deliveries: 2 })
  })
})

test('a later session sees the channels that an earlier one added', async () => {
  const { account, ids } = await enterWithWebhooks()
  const again = await reach.enterAs(account, [1, 42161])
  expect((await list(again)).map(({ id }: { id: string }) => id)).toEqual([ids.one])
})
