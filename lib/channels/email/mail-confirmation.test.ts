import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { open } from '@/lib/channels/encryption/encrypt'
import { reencryptEndpoints } from '@/lib/channels/encryption/reencrypt-endpoints'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import { addMail } from '@/lib/channels/subscriptions/add-subscription'
import { everywhere, type Identity } from '@/lib/core/identity'
import { accountOf, saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import type { MailFixture } from '@/lib/testing/channels/mail-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import {
  confirmMail,
  makeConfirmationToken,
  readConfirmationToken,
  sendConfirmationMail,
} from './mail-confirmation'
import { makeUnsubscribeSecret, unsubscribeMail, unsubscribeToken } from './unsubscribe-mail'

let fixture: MailFixture

test.beforeEach(({ mail }) => {
  fixture = mail
})
const hour = 3_600_000
let number = 0

const subscribe = async (address = `ann${++number}@example.org`, account = accountOf(number)) => {
  const types = ['order_filled'] as const
  const wish = { ...everywhere(account), types, label: undefined, address }
  return { address, ...(await addMail(fixture.ctx, wish)) }
}
const row = (id: string) => fixture.ctx.db.subscription.findUniqueOrThrow({ where: { id } })
const tokenInMail = () => {
  const text = fixture.last().parts.get('text/plain') ?? ''
  return /confirm\?token=(\S+)/.exec(text)?.[1] ?? ''
}
const secretOf = async (id: string) =>
  open(fixture.ctx.config, 'secret', (await row(id)).secret ?? '')
const contextOf = (ENCRYPTION_KEY: string) =>
  createTestContext({ db: fixture.ctx.db, environment: { ENCRYPTION_KEY } })
const notOurs = { code: 'BadRequest' }

describe('a mail address', () => {
  test('is confirmed by a link valid for 24 hours and receives nothing before', async () => {
    const { id, account, address } = await subscribe()
    expect(fixture.server.mails.at(-1)?.to).toBe(address)
    expect(fixture.last().headers.get('subject')).toEqual(['Do you want these notifications?'])
    expect(fixture.last().headers.has('list-unsubscribe')).toBe(false)
    expect(await saveTestNotifications(fixture.ctx, account, ['before'])).toHaveLength(1)
    expect(await fixture.ctx.db.delivery.count({ where: { subscriptionId: id } })).toBe(0)
    const token = tokenInMail()
    fixture.ctx.clock.advance(24 * hour - 1)
    expect(await confirmMail(fixture.ctx, token)).toBe(account)
    expect(await confirmMail(fixture.ctx, token)).toBe(account)
    expect((await row(id)).confirmed).toBe(true)
    fixture.ctx.clock.advance(1)
    await expect(confirmMail(fixture.ctx, token)).rejects.toMatchObject(notOurs)
  })

  test('gets three confirmation mails a day per account and ten in total, whatever its tag', async () => {
    const { address, account } = await subscribe()
    const tagged = (tag: number) => address.toUpperCase().replace('@', `+${tag}@`)
    const refused = { code: 'RateLimited', retryAfterSeconds: 24 * 3_600 }
    for (let more = 1; more < 3; more += 1) await subscribe(tagged(more), account)
    const sent = fixture.server.mails.length
    for (let more = 3; more < 9; more += 1) {
      await expect(subscribe(tagged(more), account)).rejects.toMatchObject(refused)
    }
    // Another account’s requests have limits of their own: the reader can still request one.
    for (let other = 501; other <= 507; other += 1) await subscribe(address, accountOf(other))
    expect(fixture.server.mails).toHaveLength(sent + 7)
    await expect(subscribe(address, accountOf(508))).rejects.toMatchObject(refused)
    expect(fixture.server.mails).toHaveLength(sent + 7)
    fixture.ctx.clock.advance(24 * hour)
    await subscribe(address, accountOf(508))
    expect(fixture.server.mails).toHaveLength(sent + 8)
  })

  test('gets no confirmation mail from an account that has sent ten today', async () => {
    const account = accountOf(600)
    const ask = (name: number) => {
      const address = `many${name}@example.org`
      const wish = { subscriptionId: randomUUID(), ...everywhere(account), address }
      return sendConfirmationMail(fixture.ctx, wish)
    }
    for (let name = 0; name < 10; name += 1) await ask(name)
    await expect(ask(10)).rejects.toMatchObject({ code: 'RateLimited' })
  })

  test('has separate limits for the owners of one account on different networks', async () => {
    const [mine, others] = [[1], [100]].map((networks) => ({ account: accountOf(601), networks }))
    const ask = (who: Identity | undefined, address: string) =>
      sendConfirmationMail(fixture.ctx, { subscriptionId: randomUUID(), ...who!, address })
    const refused = { code: 'RateLimited' }
    for (let time = 0; time < 3; time += 1) await ask(others, 'mine@example.org')
    await expect(ask(others, 'mine@example.org')).rejects.toMatchObject(refused)
    for (let name = 0; name < 7; name += 1) await ask(others, `some${name}@example.org`)
    await expect(ask(others, 'more@example.org')).rejects.toMatchObject(refused)
    await ask(mine, 'mine@example.org')
    expect(fixture.server.mails.at(-1)?.to).toBe('mine@example.org')
  })

  test('gets no confirmation mail once the service has sent two hundred within an hour', async () => {
    const endsAt = Math.floor(fixture.ctx.now() / hour) * 3_600 + 3_600
    const window = BigInt(endsAt)
    await fixture.ctx.db.rateLimit.upsert({
      where: { key_window: { key: 'mail', window } },
      create: { key: 'mail', window, requests: 200 },
      update: { requests: 200 },
    })
    const limited = { code: 'RateLimited', message: expect.stringContaining('within the hour') }
    await expect(subscribe()).rejects.toMatchObject(limited)
    fixture.ctx.clock.advance(hour)
    await subscribe()
  })

  test('is rejected when it does not exist, and a mail server outage is reported', async () => {
    const who = { subscriptionId: randomUUID(), ...everywhere(accountOf(1)) }
    const wish = { ...who, address: 'no@example.org' }
    fixture.server.refuse = { to: '550 5.1.1 nobody' }
    await expect(sendConfirmationMail(fixture.ctx, wish)).rejects.toMatchObject(notOurs)
    fixture.server.refuse = { greeting: 'cut' }
    const down = { code: 'InternalServerError', retryAfterSeconds: 60 }
    await expect(sendConfirmationMail(fixture.ctx, wish)).rejects.toMatchObject(down)
  })
})

describe('a reader who unsubscribes', () => {
  test('receives nothing more until they confirm again', async () => {
    const { id, account, address } = await subscribe()
    await confirmMail(fixture.ctx, tokenInMail())
    await saveTestNotifications(fixture.ctx, account, [`${number}-a`])
    const token = unsubscribeToken({ subscriptionId: id, secret: await secretOf(id) })
    await unsubscribeMail(fixture.ctx, token)
    await unsubscribeMail(fixture.ctx, token)
    expect(await row(id)).toMatchObject({ confirmed: false, stoppedReason: 'unsubscribed' })
    const turn = { subscriptionId: id, senders, signal: new AbortController().signal }
    fixture.ctx.clock.set(Date.now() + hour)
    expect(await deliver(fixture.ctx, turn)).toBe('idle')
    const [delivery] = await fixture.ctx.db.delivery.findMany({ where: { subscriptionId: id } })
    expect(delivery).toMatchObject({ state: 'dead', attempts: 0 })
    await subscribe(address, account)
    await confirmMail(fixture.ctx, tokenInMail())
    expect(await row(id)).toMatchObject({ confirmed: true, stoppedAt: null })
    await saveTestNotifications(fixture.ctx, account, [`${number}-b`])
    fixture.ctx.clock.set(Date.now() + hour)
    expect(await deliver(fixture.ctx, turn)).toBe('sent')
    expect(fixture.server.mails.at(-1)?.to).toBe(address)
  })

  test('gets a success response for a deleted subscription', async () => {
    const facts = { subscriptionId: randomUUID(), secret: makeUnsubscribeSecret() }
    await expect(unsubscribeMail(fixture.ctx, unsubscribeToken(facts))).resolves.toBeUndefined()
  })

  test('needs the secret of exactly that subscription', async () => {
    const { id } = await subscribe()
    await confirmMail(fixture.ctx, tokenInMail())
    const other = await subscribe()
    const secret = await secretOf(id)
    for (const wrong of [await secretOf(other.id), makeUnsubscribeSecret(), secret.toLowerCase()]) {
      const token = unsubscribeToken({ subscriptionId: id, secret: wrong })
      await expect(unsubscribeMail(fixture.ctx, token)).rejects.toMatchObject(notOurs)
    }
    for (const text of ['', '.', secret, `${id}.${secret}`, `${id.replaceAll('-', '')}.`]) {
      await expect(unsubscribeMail(fixture.ctx, text)).rejects.toMatchObject(notOurs)
    }
    expect((await row(id)).confirmed).toBe(true)
  })

  test('can use the one-click link of a mail sent before a key rotation', async () => {
    const { id, account } = await subscribe()
    await confirmMail(fixture.ctx, tokenInMail())
    await saveTestNotifications(fixture.ctx, account, ['old mail'])
    fixture.ctx.clock.set(Date.now() + hour)
    const turn = { subscriptionId: id, senders, signal: new AbortController().signal }
    expect(await deliver(fixture.ctx, turn)).toBe('sent')
    const link = fixture.last().headers.get('list-unsubscribe')?.[0] ?? ''
    const token = /unsubscribe\/([^>]+)>/.exec(link)?.[1] ?? ''
    const [older, newer] = ['ab'.repeat(32), 'cd'.repeat(32)]
    expect(await reencryptEndpoints(contextOf(`${newer},${older}`))).toBeGreaterThan(0)
    const after = contextOf(newer)
    expect((await row(id)).confirmed).toBe(true)
    await unsubscribeMail(after, token)
    expect((await row(id)).confirmed).toBe(false)
  })
})

describe('a confirmation token', () => {
  const keys = { encryptionKeys: [`0x${'ab'.repeat(32)}`] } as const
  const facts = { subscriptionId: randomUUID(), expiresAt: 2_000_000_000 }
  const token = makeConfirmationToken(keys, facts)
  const read = (text: string, nowMs = 1_999_999_999_999) =>
    readConfirmationToken(keys, { token: text, nowMs })

  test('is valid for its subscription until its expiry', () => {
    expect(read(token)).toEqual(facts)
    expect(read(token, 2_000_000_000_000)).toBeUndefined()
  })

  test('is invalid after any change', () => {
    for (let index = 0; index < token.length - 1; index++) {
      const other = token[index] === 'a' ? 'b' : 'a'
      expect(read(`${token.slice(0, index)}${other}${token.slice(index + 1)}`)).toBeUndefined()
    }
    for (const text of ['', '.', `${token}.`, ` ${token}`, token.slice(1), token.toUpperCase()]) {
      expect(read(text)).toBeUndefined()
    }
  })

  test('stays valid across a key rotation until the old key is removed', () => {
    const newer = `0x${'cd'.repeat(32)}` as const
    const nowMs = 0
    const both = { encryptionKeys: [newer, ...keys.encryptionKeys] }
    expect(readConfirmationToken(both, { token, nowMs })).toEqual(facts)
    const only = { encryptionKeys: [newer] }
    expect(readConfirmationToken(only, { token, nowMs })).toBeUndefined()
  })
})
