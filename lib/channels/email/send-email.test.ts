import { describe, expect } from 'vitest'
import { parseFailure } from '@/lib/outbox/failure'
import type { MailFixture } from '@/lib/testing/channels/mail-fixture'
import { testNotification } from '@/lib/testing/channels/test-notification'
import { hostileTexts } from '@/lib/testing/hostile-texts'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { sendEmail } from './send-email'
import { readUnsubscribeToken } from './unsubscribe-mail'

let fixture: MailFixture

test.beforeEach(({ mail }) => {
  fixture = mail
})
const subscriptionId = '0b8f0c39-7f0e-4d5b-9a43-0a3f7c1d2e4f'
const secret = 'x'.repeat(43)
const send = (notifications = [testNotification()], address = 'ann@example.org') => {
  const { account } = testNotification()
  const receiver = { subscriptionId, account, target: { address }, secrets: [secret] }
  return sendEmail(fixture.ctx, receiver, notifications)
}
const header = (name: string) => fixture.last().headers.get(name)?.join(' | ')

describe('a notification', () => {
  test('is one mail with the same content in HTML and plain text', async () => {
    expect(await send()).toEqual({ kind: 'sent' })
    const { from, to } = fixture.server.mails.at(-1)!
    expect({ from, to }).toEqual({ from: 'no-reply@trade.example', to: 'ann@example.org' })
    const message = 'Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.'
    expect(header('subject')).toBe(message)
    expect(header('from')).toBe('Coincide <no-reply@trade.example>')
    expect(header('content-type')).toMatch(/^multipart\/alternative/)
    expect([...fixture.last().parts.keys()]).toEqual(['text/plain', 'text/html'])
    const url = `https://trade.example/orders/0x${'ab'.repeat(56)}?chain=mainnet`
    const { parts } = fixture.last()
    expect(parts.get('text/plain')).toContain(`${message}\n\nOpen the order: ${url}\n`)
    expect(parts.get('text/html')).toContain(`<p style="margin:0 0 12px">${message}</p>`)
    expect(parts.get('text/html')).toContain(`<a href="${url}"`)
  })

  test('can be unsubscribed by one click (RFC 8058) and by a link', async () => {
    await send()
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<(https:\/\/trade\.example\/api\/account\/unsubscribe\/([^>]+))>$/
    const [, , token = ''] = url.exec(header('list-unsubscribe') ?? '') ?? []
    expect(readUnsubscribeToken(token)).toEqual({ subscriptionId, secret })
    const page = `https://trade.example/notifications/unsubscribe?token=${token}`
    expect(fixture.last().parts.get('text/plain')).toContain(`Unsubscribe: ${page}`)
    expect(fixture.last().parts.get('text/html')).toContain(`href="${page}"`)
  })

  test('keeps its Message-ID across attempts and shares it with no other mail', async () => {
    const ids: (string | undefined)[] = []
    for (const id of ['a', 'a', 'b']) {
      await send([testNotification({ id })])
      ids.push(header('message-id'))
    }
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@trade\.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })
})

test('a digest is one mail with all its notifications', async () => {
  const many = [1, 2, 3].map((n) => testNotification({ id: `${n}`, message: `Number ${n}.` }))
  const before = fixture.server.mails.length
  expect(await send(many)).toEqual({ kind: 'sent' })
  expect(fixture.server.mails).toHaveLength(before + 1)
  expect(header('subject')).toBe('3 notifications for 0x1111…1111')
  const text = fixture.last().parts.get('text/plain')
  expect(text).toContain('• Number 1.\n\n• Number 2.\n\n• Number 3.\n\nOpen the inbox: ')
})

test('no token name adds a header or a recipient', async () => {
  await send()
  const names = [...fixture.last().headers.keys()]
  for (const text of hostileTexts.slice(0, 60)) {
    await send([testNotification({ message: `${text}\r\nBcc: eve@evil.example\r\n\r\nbody` })])
    expect([...fixture.last().headers.keys()]).toEqual(names)
    expect(fixture.server.mails.at(-1)?.to).toBe('ann@example.org')
  }
})

test.each([
  'a@example.org, b@example.org',
  'a@example.org\r\nBcc: b@example.org',
  '<b@example.org> a@example.org',
])('the address %j has at most one recipient', async (address) => {
  const before = fixture.server.mails.length
  await send([testNotification()], address)
  const sent = fixture.server.mails.slice(before)
  expect(sent.length).toBeLessThanOrEqual(1)
  for (const mail of sent) expect(mail.raw).not.toMatch(/^Bcc:/im)
})

describe('maps mail server responses', () => {
  test.each([
    ['to', '550 5.1.1 nobody here', 'gone', 'noMailbox:550 5.1.1'],
    ['to', '550 5.1.10 null MX', 'gone', 'noMailbox:550 5.1.10'],
    ['to', '550 5.1.8 sender', 'refused', 'mailRefused:550 5.1.8'],
    ['to', '554 5.7.1 relay denied', 'refused', 'mailRefused:554 5.7.1'],
    ['to', '550 no', 'refused', 'mailRefused:550'],
    ['to', '450 4.2.1 greylisted', 'failed', 'mailServerReplied:450 4.2.1'],
    ['end', '552 5.3.4 too large', 'refused', 'mailRefused:552 5.3.4'],
    ['end', '451 4.3.0 later', 'failed', 'mailServerReplied:451 4.3.0'],
    ['from', '421 4.7.0 slow down', 'failed', 'mailServerReplied:421 4.7.0'],
    ['auth', '535 5.7.8 secret', 'failed', 'mailLoginRefused'],
    ['greeting', '554 5.5.0 closed', 'failed', 'mailServerReplied:554 5.5.0'],
    ['from', '550 5.1.8 sender', 'failed', 'mailServerReplied:550 5.1.8'],
    ['data', 'cut', 'failed', 'mailServerUnreachable'],
    ['greeting', 'cut', 'failed', 'mailServerUnreachable'],
  ] as const)('at %s %j to %s', async (stage, answer, kind, error) => {
    fixture.server.refuse = { [stage]: answer }
    expect(await send()).toEqual({ kind, error: parseFailure(error) })
    fixture.server.refuse = {}
    expect(await send()).toEqual({ kind: 'sent' })
  })

  test('times out after ten seconds of silence', { tags: ['long-only'] }, async () => {
    fixture.server.refuse = { to: 'nothing' }
    const startedMs = Date.now()
    expect(await send()).toMatchObject({ kind: 'failed' })
    expect(Date.now() - startedMs).toBeLessThan(15_000)
  })
})

test('an unreachable mail server is a failure that reveals no password', async () => {
  const environment = {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SMTP_URL: 'smtp://mailer:topsecret@127.0.0.1:1',
    MAIL_FROM: 'no-reply@trade.example',
    PUBLIC_URL: 'https://trade.example',
  }
  const ctx = createTestContext({ environment })
  const { account } = testNotification()
  const receiver = {
    subscriptionId,
    account,
    target: { address: 'a@b.example' },
    secrets: [secret],
  }
  const outcome = await sendEmail(ctx, receiver, [testNotification()])
  expect(outcome).toEqual({ kind: 'failed', error: { code: 'mailServerUnreachable' } })
})

test('sends nothing without a mail server or an origin for links', async () => {
  const { account } = testNotification()
  const receiver = {
    subscriptionId,
    account,
    target: { address: 'a@b.example' },
    secrets: [secret],
  }
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@trade.example' }
  for (const environment of [mail, { PUBLIC_URL: 'https://trade.example' }]) {
    const ctx = createTestContext({
      environment: { ENCRYPTION_KEY: 'ab'.repeat(32), ...environment },
    })
    const error = { code: 'channelOff', channel: 'email' }
    expect(await sendEmail(ctx, receiver, [testNotification()])).toEqual({ kind: 'failed', error })
  }
})
