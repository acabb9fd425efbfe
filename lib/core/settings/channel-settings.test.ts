import { describe, expect, test } from 'vitest'
import { parseConfig } from '@/lib/config'

const vapid = { VAPID_PUBLIC_KEY: 'public', VAPID_PRIVATE_KEY: 'private' }
const smtp = { SMTP_URL: 'smtps://user:password@mail.example:465' }

describe('channel settings', () => {
  test('offer no channel that needs a server while unset', () => {
    const { channels, encryptionKeys, sessionSecret } = parseConfig({})
    expect(channels).toEqual({
      telegram: undefined,
      webPush: undefined,
      mail: undefined,
      privateWebhookHosts: [],
    })
    expect(encryptionKeys).toEqual([])
    expect(sessionSecret).toBeUndefined()
  })

  test('are parsed', () => {
    const { channels } = parseConfig({
      ...vapid,
      ...smtp,
      TELEGRAM_BOT_TOKEN: '123456:ABC-DEF_1',
      VAPID_SUBJECT: 'mailto:operator@example.org',
      MAIL_FROM: 'Coincide <no-reply@example.org>',
      WEBHOOK_ALLOWED_HOSTS: 'Localhost:8080, 10.0.0.1:80,',
    })
    expect(channels).toEqual({
      telegram: { token: '123456:ABC-DEF_1', url: 'https://api.telegram.org' },
      webPush: {
        publicKey: 'public',
        privateKey: 'private',
        subject: 'mailto:operator@example.org',
      },
      mail: { smtpUrl: smtp.SMTP_URL, from: 'Coincide <no-reply@example.org>' },
      privateWebhookHosts: ['localhost:8080', '10.0.0.1:80'],
    })
  })

  test.each([
    ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: '../other' }],
    ['VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: 'public', VAPID_SUBJECT: 'mailto:a@b' }],
    ['VAPID_SUBJECT', vapid],
    ['VAPID_SUBJECT', { ...vapid, VAPID_SUBJECT: 'operator' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example', MAIL_FROM: 'a@b' }],
    ['MAIL_FROM', smtp],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'a@b\r\nBcc: c@d' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'nobody' }],
    ['ENCRYPTION_KEY', { ENCRYPTION_KEY: 'ab'.repeat(31) }],
    ['ENCRYPTION_KEY', { ENCRYPTION_KEY: `${'ab'.repeat(32)},` }],
  ])('name %s when it is invalid: %j', (name, environment) => {
    expect(() => parseConfig(environment)).toThrow(name)
  })
})

test('treats the first encryption key as the newest', () => {
  const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
  const { encryptionKeys } = parseConfig({ ENCRYPTION_KEY: `${first}, 0x${second}` })
  expect(encryptionKeys).toEqual([`0x${first}`, `0x${second}`])
})
