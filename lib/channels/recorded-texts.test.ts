import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type NewNotification, notificationTypes } from '@/lib/core/notification'
import { priceAlertNotification } from '@/lib/notifications/alert-notification'
import { correctionOf } from '@/lib/notifications/notification-id'
import { viewOwnNotification } from '@/lib/notifications/notification-view'
import {
  cancellationNotification,
  expiryNotification,
  fillNotification,
  priceImprovementNotification,
  shortBalanceNotification,
} from '@/lib/notifications/order-notifications'
import type { NotifiedOrder } from '@/lib/notifications/order-text'
import {
  nativeSale,
  notifiedOrder,
  notifiedTokens as tokens,
} from '@/lib/testing/channels/notified-order'
import { confirmationMail, notificationMail } from './email/mail-text'
import { telegramText } from './telegram/telegram-text'
import { encodePayload, pushPayload } from './web-push/push-payload'

const site = { signInOrigin: 'https://trade.example' }
const unsubscribe = 'https://trade.example/notifications/unsubscribe?token=x'
const one = 10n ** 18n
const fill = {
  blockHash: `0x${'b1'.repeat(32)}`,
  logIndex: 4,
  txHash: `0x${'7a'.repeat(32)}`,
  sellAmount: one,
  buyAmount: 3_021_550_000n,
  feeAmount: 0n,
} as const

const orders: Readonly<Record<string, NotifiedOrder>> = {
  'a sale': notifiedOrder(),
  'a purchase': notifiedOrder({ kind: 'buy' }),
  'a sale on Gnosis Chain': notifiedOrder({ chainId: 100 }),
  'a sale of the native token': notifiedOrder(nativeSale(`0x${'33'.repeat(20)}`)),
}

const cancellations = [
  { reason: 'user_signature' },
  { reason: 'policy: sanctioned token' },
  { reason: 'onchain_cancellation', event: fill },
  { reason: 'replaced: 0x12' },
] as const

/** All notifications of an order, by subject. */
function notificationsOf(order: NotifiedOrder): Record<string, NewNotification> {
  const filled = { ...order, executedSell: order.sellAmount, executedBuy: order.buyAmount }
  const untouched = { ...order, executedSell: 0n, executedBuy: 0n }
  const short = { needed: one, available: one / 2n, number: 1 }
  const whole = fillNotification(filled, tokens, fill)
  return {
    'filled in part': fillNotification(order, tokens, fill),
    filled: whole,
    'a better price': priceImprovementNotification(order, tokens, {
      ...{ fill, surplus: 21_550_000n, bps: 72 },
    }),
    'expired in part': expiryNotification(order, tokens),
    'expired unfilled': expiryNotification(untouched, tokens),
    'short of balance': shortBalanceNotification(order, tokens, { ...short, shortOf: 'balance' }),
    'short of allowance': shortBalanceNotification(order, tokens, {
      ...short,
      shortOf: 'allowance',
    }),
    ...Object.fromEntries(
      cancellations.map((how) => [
        `cancelled: ${how.reason}`,
        cancellationNotification(order, tokens, how),
      ]),
    ),
    ...alertsOf(order),
    'taken back': correctionOf(whole),
    'a test': { ...whole, metadata: { ...whole.metadata, test: true } },
  }
}

/** Price alerts of the order's sell token. */
function alertsOf({ owner: account, chainId, sellToken: token }: NotifiedOrder) {
  const facts = { id: 'alert', armings: 1, account, chainId, token } as const
  const above = { ...facts, condition: 'above', limitUsd: 3_100, firedUsd: 3_101.2 } as const
  return {
    'a price above': priceAlertNotification(above, 'WETH'),
    'a price below': priceAlertNotification(
      { ...above, condition: 'below', limitUsd: 0.05, firedUsd: 0.0498 },
      'evil.com',
    ),
  }
}

test('the recording has every type', () => {
  const types = Object.values(notificationsOf(notifiedOrder())).map(({ type }) => type)
  expect(new Set(types)).toEqual(new Set(notificationTypes))
})

test('notifications read as recorded in every channel', async () => {
  const createdAt = new Date('2026-11-21T12:00:00Z')
  const parts: string[] = []
  const record = (title: string, notifications: readonly NewNotification[], isMarkup: boolean) => {
    const dated = notifications.map((notification) => ({ ...notification, createdAt }))
    const { subject, text, html } = notificationMail(site, dated, unsubscribe)
    parts.push(
      `# ${title}`,
      ...dated.map((notification) => JSON.stringify(viewOwnNotification(notification))),
      `## Telegram\n${telegramText(site, dated)}`,
      `## Push\n${encodePayload(pushPayload(dated))}`,
      `## Mail\n${subject}\n${text}${isMarkup ? `\n${html}` : ''}`,
    )
  }
  for (const [kind, order] of Object.entries(orders)) {
    const notifications = Object.entries(notificationsOf(order))
    const all = notifications.map(([, notification]) => notification)
    for (const [title, notification] of notifications) {
      record(`${kind}: ${title}`, [notification], title === 'filled')
    }
    record(`${kind}: all in one`, all, kind === 'a sale')
  }
  const { subject, text, html } = confirmationMail({
    account: `0x${'11'.repeat(20)}`,
    link: 'https://trade.example/notifications/confirm?token=x',
  })
  parts.push(`# Confirmation of an address\n${subject}\n${text}\n${html}`)
  await expect(parts.join('\n\n')).toMatchFileSnapshot(
    resolve('lib/testing/recorded/notifications.txt'),
  )
})
