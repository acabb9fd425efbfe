import { expect, test } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { formatOf } from '@/lib/core/format/format'
import { notificationTypes } from '@/lib/core/notification'
import { priceAlertNotification } from '@/lib/notifications/alert-notification'
import { correctionOf } from '@/lib/notifications/notification-id'
import {
  cancellationNotification,
  expiryNotification,
  fillNotification,
  priceImprovementNotification,
  shortBalanceNotification,
} from '@/lib/notifications/order-notifications'
import type { NotifiedOrder } from '@/lib/notifications/order-text'
import { nativeSale, notifiedOrder, notifiedTokens } from '@/lib/testing/channels/notified-order'
import { translatorOf } from '@/lib/testing/translator-of'
import { messageText, notificationText } from './message-text'

const one = 10n ** 18n
const shortfall = { needed: one, available: one / 4n, number: 1 }

const order = notifiedOrder({ receiver: notifiedOrder().owner })
const purchase: NotifiedOrder = { ...order, kind: 'buy' }
const hash: Hex = `0x${'cd'.repeat(32)}`
const event = { blockHash: hash, logIndex: 1, txHash: hash }
const fill = { ...event, sellAmount: one / 2n, buyAmount: 1_510_775_000n, feeAmount: 0n }

const whole = fillNotification({ ...order, executedSell: order.sellAmount }, notifiedTokens, fill)
const partly = fillNotification(order, notifiedTokens, fill)
const gain = { fill, surplus: 61_420_000n, bps: 203 }

const sale = fillNotification(
  { ...order, ...nativeSale(order.owner), executedSell: order.sellAmount },
  notifiedTokens,
  fill,
)
const nativePurchase = fillNotification(
  { ...order, chainId: 100, buyToken: nativeToken, executedSell: order.sellAmount },
  notifiedTokens,
  { ...fill, buyAmount: 302_912_345_678_901_234n },
)

const watched = { id: 'a', armings: 1, account: order.owner, chainId: 1, token: order.sellToken }

const english = { t: translatorOf('account'), format: formatOf('en') }
const german = { t: translatorOf('account', 'de'), format: formatOf('de') }

const translated = [
  [sale, 'Auftrag ausgeführt: 0,5 ETH für 1.510,77 USDC verkauft, auf Ethereum.'],
  [nativePurchase, 'Auftrag ausgeführt: 0,5 WETH für 0,302912 xDAI verkauft, auf Gnosis Chain.'],
  [whole, 'Auftrag ausgeführt: 0,5 WETH für 1.510,77 USDC verkauft, auf Ethereum.'],
  [
    partly,
    'Auftrag teilweise ausgeführt: 0,5 WETH für 1.510,77 USDC verkauft, auf Ethereum; davon sind 50\u00a0% erledigt.',
  ],
  [
    priceImprovementNotification(order, notifiedTokens, gain),
    'Preisvorteil: Sie haben 61,42 USDC (2,03\u00a0%) mehr erhalten als erwartet.',
  ],
  [
    priceImprovementNotification(purchase, notifiedTokens, { ...gain, surplus: one / 50n }),
    'Preisvorteil: Sie haben 0,02 WETH (2,03\u00a0%) weniger gezahlt als erwartet.',
  ],
  [
    expiryNotification(order, notifiedTokens),
    'Auftrag abgelaufen, zu 50\u00a0% ausgeführt: 2 WETH für mindestens 6.000,00 USDC verkaufen, auf Ethereum.',
  ],
  [
    expiryNotification({ ...purchase, executedSell: 0n, executedBuy: 0n }, notifiedTokens),
    'Auftrag ohne Ausführung abgelaufen: 6.000,00 USDC für höchstens 2 WETH kaufen, auf Ethereum.',
  ],
  [
    cancellationNotification(order, notifiedTokens, { reason: 'onchain_cancellation', event }),
    'Auftrag auf der Chain storniert: 2 WETH für mindestens 6.000,00 USDC verkaufen, auf Ethereum.',
  ],
  [
    shortBalanceNotification(order, notifiedTokens, { ...shortfall, shortOf: 'balance' }),
    'Guthaben zu niedrig: Der Auftrag braucht 1 WETH, das Konto hat 0,25 WETH auf Ethereum.',
  ],
  [
    shortBalanceNotification(order, notifiedTokens, { ...shortfall, shortOf: 'allowance' }),
    'Freigabe zu niedrig: Der Auftrag braucht 1 WETH, das Konto gibt 0,25 WETH auf Ethereum frei.',
  ],
  [
    priceAlertNotification(
      { ...watched, condition: 'above', limitUsd: 3_100, firedUsd: 3_101.2 },
      'WETH',
    ),
    'Preisalarm: WETH liegt auf Ethereum über 3.100,00\u00a0$, bei 3.101,20\u00a0$.',
  ],
  [
    priceAlertNotification(
      { ...watched, chainId: 100, condition: 'below', limitUsd: 0.05, firedUsd: 0.0498 },
      'COW',
    ),
    'Preisalarm: COW liegt auf Gnosis Chain unter 0,0500\u00a0$, bei 0,0498\u00a0$.',
  ],
  [
    correctionOf(whole),
    'Korrektur: Das Netzwerk hat den gemeldeten Block verworfen. Auftrag ausgeführt: 0,5 WETH für 1.510,77 USDC verkauft, auf Ethereum.',
  ],
] as const

test('covers every type', () => {
  expect(new Set(translated.map(([{ type }]) => type))).toEqual(new Set(notificationTypes))
})

test.each(translated)(
  'shows German to German users, and the service’s own words to English ones',
  (notification, translation) => {
    expect(notificationText(german, notification)).toBe(translation)
    expect(notificationText(english, notification)).toBe(notification.message)
  },
)

test.each([
  [whole, 'Sold 0.5 WETH for 1,510.77 USDC'],
  [partly, 'Sold 0.5 WETH for 1,510.77 USDC, 50% filled'],
  [expiryNotification(order, notifiedTokens), '50% filled: sell 2 WETH for at least 6,000.00 USDC'],
  [
    shortBalanceNotification(order, notifiedTokens, { ...shortfall, shortOf: 'balance' }),
    'The order needs 1 WETH, the account holds 0.25 WETH',
  ],
  [
    priceAlertNotification(
      { ...watched, condition: 'above', limitUsd: 3_100, firedUsd: 3_101.2 },
      'WETH',
    ),
    'WETH is above $3,100.00, at $3,101.20',
  ],
  [correctionOf(whole), `The network dropped the block that said this. ${whole.message}`],
] as const)('a row of the inbox leaves out type and network', (notification, row) => {
  expect(notificationText(english, notification, 'row')).toBe(row)
})

test.each([
  ['user_signature', 'Auftrag durch Ihre Signatur storniert'],
  ['replaced: 0x12', 'Auftrag durch seinen Nachfolger storniert'],
  ['policy: sanctions', 'Auftrag vom Betreiber storniert'],
])('a cancellation by %s says who it was by', (reason, german) => {
  const { message } = cancellationNotification(order, notifiedTokens, { reason })
  expect(inGerman(message)).toMatch(new RegExp(`^${german}: 2 WETH`))
  expect(inEnglish(message)).toBe(message)
})

test('amounts of tokens with unknown decimals are in atoms', () => {
  const { message } = fillNotification(order, new Map(), fill)
  expect(inGerman(message)).toContain('500.000.000.000.000.000 kleinste Einheiten von ')
  expect(inEnglish(message)).toBe(message)
})

test('an untranslated message is shown in the service’s words', () => {
  expect(inGerman('1,000.5 moons are full')).toBe('1.000,5 moons are full')
  expect(inGerman('News: all is well.')).toBe('News: all is well.')
})

function inEnglish(message: string): string {
  return messageText(english, message)
}

function inGerman(message: string): string {
  return messageText(german, message)
}

test('messages of earlier versions, with other words or a space before the percent sign, are translated too', () => {
  const stored = 'Better price: you received 61.42 USDC (2.03 %) more than expected.'
  expect(inEnglish(stored)).toBe('Surplus: you received 61.42 USDC (2.03%) more than expected.')
  expect(inGerman(stored)).toBe(
    'Preisvorteil: Sie haben 61,42 USDC (2,03\u00a0%) mehr erhalten als erwartet.',
  )
})
