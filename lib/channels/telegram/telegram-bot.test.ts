import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect } from 'vitest'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import { everywhere } from '@/lib/core/identity'
import { accountOf, saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { type TelegramFixture, telegramEnvironment } from '@/lib/testing/channels/telegram-fixture'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { testOrder } from '@/lib/testing/test-order'
import { telegramLoops } from '@/lib/workers/service-loops'
import { createTelegramPolls } from './poll-telegram'
import { createTelegramBot } from './telegram-bot'
import { createTelegramLink } from './telegram-link'

const types = ['order_filled', 'order_expired'] as const
const { signal } = new AbortController()
const test = testWith({ RPC_URL_1: 'http://127.0.0.1:1' })

let fixture: TelegramFixture
let telegram: TelegramFixture['telegram']
let ctx: TelegramFixture['ctx']
let chat = 0
let account = accountOf(0)
let poll: (signal: AbortSignal) => Promise<void>

test.beforeAll(async ({ bot }) => {
  fixture = bot
  ;({ telegram, ctx } = fixture)
  poll = createTelegramPolls(ctx, createTelegramBot(ctx)!)
})
beforeEach(() => {
  chat += 1
  account = accountOf(chat)
  telegram.refuse = undefined
  telegram.isDown = false
  ctx.clock.set(1_800_000_000_000 + chat * 60_000)
})

const linkOf = async (of = account) => {
  const { url } = await createTelegramLink(ctx, { ...everywhere(of), types })
  return new URL(url).searchParams.get('start') ?? ''
}
const write = async (text: string, from = chat, type: 'private' | 'group' = 'private') => {
  telegram.write(from, text, type)
  await poll(signal)
}
/** Opens a link in a chat and confirms it there. */
const link = async (token: string, from = chat) => {
  telegram.write(from, `/start ${token}`)
  await poll(signal)
  telegram.press(from)
  await poll(signal)
  ctx.clock.advance(1_000)
}
const answers = (to = chat) => telegram.textsTo(to)
const rows = () => ctx.db.subscription.findMany({ where: { account } })

describe('/start', () => {
  test('with a link token connects the chat to its account, confirmed and encrypted', async () => {
    await link(await linkOf())
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ channel: 'telegram', types, confirmed: true, enabled: true })
    expect(row?.label).toBe(`@ann_${chat}`)
    expect(JSON.stringify(row)).not.toContain(`"${chat}"`)
    expect(answers()).toEqual([
      expect.stringContaining(`<code>${account}</code>`),
      expect.stringMatching(/^Done: notifications of 0x0000/),
    ])
    await saveTestNotifications(ctx, account, ['told'])
    const turn = { subscriptionId: row!.id, senders, signal }
    ctx.clock.set(Date.now() + 60_000)
    expect(await deliver(ctx, turn)).toBe('sent')
    expect(answers()).toHaveLength(3)
  })

  test('connects nothing before the person has confirmed the full account', async () => {
    await write(`/start ${await linkOf()}`)
    expect(await rows()).toEqual([])
    expect(answers()).toEqual([expect.stringContaining(`<code>${account}</code>`)])
  })

  test('works once: another chat with the same link learns nothing', async () => {
    const token = await linkOf()
    await link(token)
    await write(`/start ${token}`, chat + 700)
    expect(await rows()).toHaveLength(1)
    expect(answers(chat + 700)).toEqual([expect.stringContaining('too old or was used already')])
    expect(answers(chat + 700).join()).not.toContain('0x')
  })

  test('changes nothing when redelivered after a crash, and gets an equivalent reply', async () => {
    const token = await linkOf()
    const again = createTelegramPolls(ctx, createTelegramBot(ctx)!)
    await write(`/start ${token}`)
    telegram.press(chat)
    await poll(signal)
    ctx.clock.advance(1_000)
    await again(signal)
    expect(await rows()).toHaveLength(1)
    expect(answers()[2]).toMatch(/^This chat gets the notifications of 0x0000/)
    await poll(AbortSignal.abort())
  })

  test('in a linked chat renews the consent for the same channel', async () => {
    await link(await linkOf())
    const [before] = await rows()
    await link(await linkOf())
    const [after, ...others] = await rows()
    expect(others).toEqual([])
    expect(after?.id).toBe(before?.id)
    expect(after?.agreedAt?.getTime()).toBe((before?.agreedAt?.getTime() ?? 0) + 1_000)
    expect(after?.createdAt).toEqual(before?.createdAt)
  })

  test('is too late ten minutes after the link was created', async () => {
    const token = await linkOf()
    ctx.clock.advance(10 * 60_000)
    await write(`/start ${token}`)
    expect(await rows()).toEqual([])
    expect(answers()).toEqual([expect.stringContaining('too old')])
  })

  test('for an account with ten channels says what to do', async () => {
    for (let number = 0; number < 10; number++) {
      await ctx.db.subscription.create({
        data: { account, channel: 'webhook', label: 'x', targetKey: `${number}`, target: '' },
      })
    }
    await link(await linkOf())
    expect(answers()[1]).toContain('has ten channels already')
  })

  test.each(['/start', '/start x', `/start ${'A'.repeat(22)}`, 'hello', '/start <b>'])(
    '%j explains how to link a chat',
    async (text) => {
      await write(text)
      expect(answers()).toEqual([
        expect.stringContaining('<a href="https://trade.example/notifications">'),
      ])
    },
  )
})

test('an account has at most five open links, the newest', async () => {
  const tokens: string[] = []
  for (let count = 0; count < 6; count++) {
    ctx.clock.advance(1)
    tokens.push(await linkOf())
  }
  expect(await ctx.db.telegramLink.count({ where: { account } })).toBe(5)
  await write(`/start ${tokens[0]}`)
  expect(await rows()).toEqual([])
  await link(tokens[5]!)
  expect(await rows()).toHaveLength(1)
})

test('/stop deletes everything stored of the chat, for all its accounts, and nothing else', async () => {
  const other = accountOf(900 + chat)
  await link(await linkOf())
  await link(await linkOf(other))
  ctx.clock.advance(1_000)
  await link(await linkOf(), chat + 700)
  await write('/stop')
  expect(await rows()).toHaveLength(1)
  expect(await ctx.db.subscription.count({ where: { account: other } })).toBe(0)
  ctx.clock.advance(1_000)
  await write('/stop')
  expect(answers().slice(-2)).toEqual([
    expect.stringMatching(/^Done/),
    expect.stringMatching(/nothing is kept/),
  ])
})

test('/orders lists only the open orders of the linked accounts', async () => {
  await write('/orders')
  expect(answers()[0]).toContain('choose Telegram')
  await link(await linkOf())
  ctx.clock.advance(1_000)
  await write('/orders')
  expect(answers().at(-1)).toBe('No open orders.')
  const symbol = '/stop evil.com'
  const { sellToken, ...order } = testOrder({ owner: account })
  await ctx.db.token.createMany({
    data: [{ chainId: 1, address: sellToken, name: 'Evil', symbol, decimals: 18 }],
    skipDuplicates: true,
  })
  await insertOrder(ctx.db, { sellToken, ...order })
  await insertOrder(ctx.db, testOrder({ owner: accountOf(800 + chat) }))
  await insertOrder(ctx.db, testOrder({ owner: account, validTo: 1_700_000_000 }))
  await write('/orders')
  const lines = answers().at(-1)?.split('\n') ?? []
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^• 0x0000….{4}: sell .* <code>\/stop<\/code> evil·com for at least /)
})

test('the bot is silent in groups', async () => {
  await write(`/start ${await linkOf()}`, chat, 'group')
  await write('/orders', chat, 'group')
  expect(answers()).toEqual([])
  expect(await rows()).toEqual([])
})

test('a person who writes too much gets two replies a second, but every command is executed', async () => {
  await link(await linkOf())
  for (let count = 0; count < 5; count++) telegram.write(chat, 'hello')
  await write('/stop')
  expect(answers()).toHaveLength(4)
  expect(await rows()).toEqual([])
})

test('a chat under a 429 gets neither replies nor notifications until it ends', async () => {
  await link(await linkOf())
  ctx.clock.advance(1_000)
  const description = 'Too Many Requests'
  telegram.refuse = () => ({
    ok: false,
    error_code: 429,
    description,
    parameters: { retry_after: 20 },
  })
  await write('/orders')
  telegram.refuse = undefined
  const before = answers().length
  ctx.clock.advance(19_000)
  await write('/orders')
  await saveTestNotifications(ctx, account, [`held ${chat}`])
  const [row] = await rows()
  expect(await deliver(ctx, { subscriptionId: row!.id, senders, signal })).toBe('postponed')
  expect(answers()).toHaveLength(before)
  ctx.clock.advance(1_000)
  await write('/orders')
  expect(answers()).toHaveLength(before + 1)
})

test('replies to unknown people use at most five of a second’s send slots', async () => {
  const people = Array.from({ length: 8 }, (_, index) => 9_000 + index)
  for (const person of people) telegram.write(person, 'hello')
  await poll(signal)
  expect(people.flatMap(answers)).toHaveLength(5)
  ctx.clock.advance(1_000)
  telegram.write(9_007, 'hello')
  await poll(signal)
  expect(answers(9_007)).toHaveLength(1)
})

test('a command is retried while the database is down, and skipped when it keeps failing', async () => {
  const broken = createTestContext({
    url: 'postgresql://127.0.0.1:1/none',
    environment: telegramEnvironment(telegram),
  })
  const failing = createTelegramPolls(broken, createTelegramBot(broken)!)
  await poll(AbortSignal.abort())
  telegram.write(chat, '/stop')
  for (let count = 1; count < 5; count++) await expect(failing(signal)).rejects.toThrow()
  expect(telegram.unconfirmed()).toBe(1)
  await failing(signal)
  await failing(AbortSignal.abort())
  expect(telegram.unconfirmed()).toBe(0)
  await broken.db.$disconnect()
})

test('a worker answers until it is stopped and confirms the answered updates', async () => {
  const [{ loops, role }] = telegramLoops(ctx) as [ReturnType<typeof telegramLoops>[number]]
  expect(role).toBe('telegram')
  const stopping = new AbortController()
  const [loop] = loops(1n)
  const run = async () => {
    while (!stopping.signal.aborted) await loop!.run(ctx, stopping.signal)
  }
  const running = run()
  telegram.write(chat, '/stop')
  while (answers().length === 0) await delay(5)
  expect(telegram.unconfirmed()).toBeLessThanOrEqual(1)
  const startedMs = Date.now()
  stopping.abort()
  await running
  expect(Date.now() - startedMs).toBeLessThan(10_000)
  expect(telegram.unconfirmed()).toBe(0)
  expect(telegram.calls.map(({ method }) => method)).toContain('deleteWebhook')
})
