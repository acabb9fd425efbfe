import { describe, expect, test } from 'vitest'
import { mailBodies } from '@/lib/channels/email/mail-text'
import type { Notification } from '@/lib/core/notification'
import { testNotification } from '@/lib/testing/channels/test-notification'
import { findHarm, hostileTexts } from '@/lib/testing/hostile-texts'
import { notificationMail } from './email/mail-text'
import { telegramText } from './telegram/telegram-text'
import { encodePayload, type PushPayload, pushPayload } from './web-push/push-payload'

const site = { signInOrigin: 'https://trade.example' }
const ours = /https:\/\/trade\.example\/[^\s"<]*/g
const unsubscribe = 'https://trade.example/notifications/unsubscribe?token=x'

/** Notifications with a hostile symbol, with a hostile stored message, and a digest of both. */
const variantsOf = (text: string): Notification[][] => {
  const ofSymbol = testNotification({ symbol: text })
  const ofMessage = testNotification({ message: `Order filled: sold 1 ${text} for 2 ${text}.` })
  return [[ofSymbol], [ofMessage], [ofSymbol, ofMessage]]
}
const each = (check: (notifications: Notification[], plain: Notification[]) => void) => {
  expect(new Set(hostileTexts).size).toBeGreaterThan(190)
  for (const text of hostileTexts) {
    for (const some of variantsOf(text))
      check(
        some,
        some.map(() => testNotification()),
      )
  }
}
const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []
const decode = (html: string) =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

describe('none of two hundred hostile names has an effect', () => {
  test('in the stored messages', () => {
    for (const text of hostileTexts) {
      const { message } = testNotification({ symbol: text })
      expect(findHarm(message)).toBeUndefined()
      expect(message).not.toMatch(/[<>[\]{}`|]/)
    }
  })

  test('in Telegram: no tags but ours, and no text that Telegram turns into an entity', () => {
    each((notifications, plain) => {
      const html = telegramText(site, notifications)
      const notCode = (tag: string) => !/^<\/?code>$/.test(tag)
      expect(tagsOf(html).filter(notCode)).toEqual(tagsOf(telegramText(site, plain)))
      const text = html.replace(/<code>[^<]*<\/code>/g, 'x').replace(/<[^>]*>/g, '')
      const lines = decode(text).split('\n')
      for (const line of lines) expect(findHarm(line)).toBeUndefined()
      expect(lines.join(' ')).not.toMatch(/(?:^|\s)[@#$/+]|\d{7}/)
      expect(lines).toHaveLength(telegramText(site, plain).split('\n').length)
    })
  })

  test('in e-mail: no tags but ours, and a subject of one line', () => {
    each((notifications, plain) => {
      const mail = notificationMail(site, notifications, unsubscribe)
      expect(findHarm(mail.subject)).toBeUndefined()
      const benign = notificationMail(site, plain, unsubscribe)
      expect(tagsOf(mail.html)).toEqual(tagsOf(benign.html))
      for (const body of [mail.text, decode(mail.html.replace(/<[^>]*>/g, ''))]) {
        for (const line of body.replace(ours, '').split('\n')) {
          expect(findHarm(line)).toBeUndefined()
        }
      }
      expect(mail.text.split('\n')).toHaveLength(benign.text.split('\n').length)
    })
  })

  test('in web push: plain text and a path of ours', () => {
    each((notifications) => {
      const { title, body, path } = JSON.parse(
        encodePayload(pushPayload(notifications)),
      ) as PushPayload
      for (const line of [title, ...body.split('\n')]) expect(findHarm(line)).toBeUndefined()
      expect(path).toMatch(/^\/(?:orders\/0x[0-9a-f]{112}\?chain=mainnet|notifications)$/)
    })
  })
})

test('the harm detector finds some', () => {
  for (const text of ['see evil.com', 'https://a', '1.2.3.4', 'a\u202eb', 'a\u0007', 'х.рф']) {
    expect(findHarm(text)).toBeDefined()
  }
  expect(findHarm('Order filled: sold 1.5 USDC.e for 3,021.55 DAI (0.72%).')).toBeUndefined()
})

test('our own texts are escaped too', () => {
  const page = { title: '<t>', lines: ['a & b'], foot: ['"f"'], button: undefined }
  expect(mailBodies(page).html).toContain('&lt;t&gt;</h1>')
  expect(mailBodies(page).html).toContain('a &amp; b</p>')
})
