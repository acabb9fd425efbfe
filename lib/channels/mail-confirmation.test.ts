import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountOf, tell } from '@/lib/testing/delivery-desk'
import { openMailDesk } from '@/lib/testing/mail-desk'
import { addMail } from './add-subscription'
import { deliver } from './deliver'
import { askForConfirmation, confirmMail } from './mail-confirmation'
import { makeMailToken, readMailToken } from './mail-token'
import { senders } from './senders'
import { unsubscribeMail } from './unsubscribe-mail'

const desk = openMailDesk()
const hour = 3_600_000
let number = 0

const subscribe = async (address = `ann${++number}@example.org`, account = accountOf(number)) => {
  const types = ['order_filled'] as const
  const wish = { account, types, label: undefined, address }
  return { address, ...(await addMail(desk.ctx, wish)) }
}
const row = (id: string) => desk.ctx.db.subscription.findUniqueOrThrow({ where: { id } })
const tokenInMail = () => {
  const text = desk.last().parts.get('text/plain') ?? ''
  return /confirm\?token=(\S+)/.exec(text)?.[1] ?? ''
}
const notOurs = { code: 'BadRequest' }

describe('a mail address', () => {
  test('is asked by a mail whose link holds for 24 hours, and is sent nothing before', async () => {
    const { id, account, address } = await subscribe()
    expect(desk.server.mails.at(-1)?.to).toBe(address)
    expect(desk.last().headers.get('subject')).toEqual(['Do you want these notifications?'])
    expect(desk.last().headers.has('list-unsubscribe')).toBe(false)
    expect(await tell(desk.ctx, account, ['before'])).toHaveLength(1)
    expect(await desk.ctx.db.delivery.count({ where: { subscriptionId: id } })).toBe(0)
    const token = tokenInMail()
    desk.ctx.clock.advance(24 * hour - 1)
    expect(await confirmMail(desk.ctx, token)).toBe(account)
    expect(await confirmMail(desk.ctx, token)).toBe(account)
    expect((await row(id)).confirmed).toBe(true)
    desk.ctx.clock.advance(1)
    await expect(confirmMail(desk.ctx, token)).rejects.toMatchObject(notOurs)
  })

  test('is asked three times a day at most, by whomever', async () => {
    const { address } = await subscribe()
    await subscribe(address.toUpperCase(), accountOf(501))
    await subscribe(address, accountOf(502))
    const sent = desk.server.mails.length
    const refused = { code: 'RateLimited', retryAfterSeconds: 24 * 3_600 }
    await expect(subscribe(address, accountOf(503))).rejects.toMatchObject(refused)
    await expect(subscribe(address, accountOf(502))).rejects.toMatchObject(refused)
    expect(desk.server.mails).toHaveLength(sent)
    desk.ctx.clock.advance(24 * hour)
    await subscribe(address, accountOf(503))
    expect(desk.server.mails).toHaveLength(sent + 1)
  })

  test('that is not there is refused, and a server that is down says so', async () => {
    const wish = { subscriptionId: randomUUID(), account: accountOf(1), address: 'no@example.org' }
    desk.server.refuse = { to: '550 5.1.1 nobody' }
    await expect(askForConfirmation(desk.ctx, wish)).rejects.toMatchObject(notOurs)
    desk.server.refuse = { greeting: 'cut' }
    const down = { code: 'InternalServerError', retryAfterSeconds: 60 }
    await expect(askForConfirmation(desk.ctx, wish)).rejects.toMatchObject(down)
  })
})

describe('a reader who unsubscribes', () => {
  test('is sent nothing more at once, until they agree anew', async () => {
    const { id, account, address } = await subscribe()
    await confirmMail(desk.ctx, tokenInMail())
    await tell(desk.ctx, account, [`${number}-a`])
    const facts = { subscriptionId: id, expiresAt: 0 }
    const token = makeMailToken(desk.ctx.config, 'unsubscription', facts)
    await unsubscribeMail(desk.ctx, token)
    await unsubscribeMail(desk.ctx, token)
    const reason = 'the reader of the mails has unsubscribed'
    expect(await row(id)).toMatchObject({ confirmed: false, stoppedReason: reason })
    const turn = { subscriptionId: id, senders, signal: new AbortController().signal }
    desk.ctx.clock.set(Date.now() + hour)
    expect(await deliver(desk.ctx, turn)).toBe('idle')
    const [delivery] = await desk.ctx.db.delivery.findMany({ where: { subscriptionId: id } })
    expect(delivery).toMatchObject({ state: 'dead', attempts: 0 })
    await subscribe(address, account)
    await confirmMail(desk.ctx, tokenInMail())
    expect(await row(id)).toMatchObject({ confirmed: true, stoppedAt: null })
    await tell(desk.ctx, account, [`${number}-b`])
    desk.ctx.clock.set(Date.now() + hour)
    expect(await deliver(desk.ctx, turn)).toBe('sent')
    expect(desk.server.mails.at(-1)?.to).toBe(address)
  })

  test('of a subscription that was removed is told that all is well', async () => {
    const facts = { subscriptionId: randomUUID(), expiresAt: 0 }
    const token = makeMailToken(desk.ctx.config, 'unsubscription', facts)
    await expect(unsubscribeMail(desk.ctx, token)).resolves.toBeUndefined()
  })
})

describe('a token', () => {
  const keys = { encryptionKeys: [`0x${'ab'.repeat(32)}`] } as const
  const facts = { subscriptionId: randomUUID(), expiresAt: 2_000_000_000 }
  const token = makeMailToken(keys, 'confirmation', facts)
  const read = (text: string, nowMs = 1_999_999_999_999) =>
    readMailToken(keys, 'confirmation', { token: text, nowMs })

  test('holds for its purpose, its subscription and its time', () => {
    expect(read(token)).toEqual(facts)
    expect(read(token, 2_000_000_000_000)).toBeUndefined()
    const nowMs = 0
    expect(readMailToken(keys, 'unsubscription', { token, nowMs })).toBeUndefined()
  })

  test('that was changed in any place is not ours', () => {
    for (let index = 0; index < token.length - 1; index++) {
      const other = token[index] === 'a' ? 'b' : 'a'
      expect(read(`${token.slice(0, index)}${other}${token.slice(index + 1)}`)).toBeUndefined()
    }
    for (const text of ['', '.', `${token}.`, ` ${token}`, token.slice(1), token.toUpperCase()]) {
      expect(read(text)).toBeUndefined()
    }
  })

  test('holds when the keys change, until the old one is let go of', () => {
    const newer = `0x${'cd'.repeat(32)}` as const
    const nowMs = 0
    const both = { encryptionKeys: [newer, ...keys.encryptionKeys] }
    expect(readMailToken(both, 'confirmation', { token, nowMs })).toEqual(facts)
    const only = { encryptionKeys: [newer] }
    expect(readMailToken(only, 'confirmation', { token, nowMs })).toBeUndefined()
  })
})
