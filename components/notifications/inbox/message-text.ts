import { matchMessage } from '@/lib/client/i18n/match-message'
import type { Translator } from '@/lib/client/i18n/translator'
import type { OwnNotification } from '@/lib/client/inbox'
import { translatedNumber } from '@/lib/core/format/amount-text'
import type { Format } from '@/lib/core/format/format'

/** The service's message templates. */
const messages = {
  filled: 'Order filled: sold {sold} for {bought} on {network}.',
  partly: 'Order partly filled: sold {sold} for {bought} on {network}; {percent} of it is done.',
  received: 'Surplus: you received {amount} ({share}) more than expected.',
  paid: 'Surplus: you paid {amount} ({share}) less than expected.',
  unfilled: 'Order expired unfilled: {terms}.',
  expired: 'Order expired {percent} filled: {terms}.',
  signedOff: 'Order cancelled by your signature: {terms}.',
  replaced: 'Order cancelled by the order that replaces it: {terms}.',
  removed: 'Order cancelled by the operator: {terms}.',
  onChain: 'Order cancelled on chain: {terms}.',
  short: 'Balance too low: the order needs {needed}, the account holds {held} on {network}.',
  shortAllowance:
    'Allowance too low: the order needs {needed}, the account allows {held} on {network}.',
  alertAbove: 'Price alert: {symbol} is above {limit} on {network}, at {price}.',
  alertBelow: 'Price alert: {symbol} is below {limit} on {network}, at {price}.',
  correction: 'Correction: the network dropped the block that said this. {message}',
  test: 'This is a test: your notifications arrive here. No order was filled.',
  sell: 'sell {sold} for at least {bought} on {network}',
  buy: 'buy {bought} for at most {sold} on {network}',
  atoms: '{amount} atoms of {symbol}',
} as const

type Words = {
  readonly t: Translator<'account'>
  readonly format: Pick<Format, 'locale' | 'price'>
}

/** In full, or for a row of the inbox, which names the type and the network beside the text. */
type Form = 'message' | 'row'

/** Words a notification in the page's language. */
export function notificationText(
  words: Words,
  { message, metadata }: Pick<OwnNotification, 'message' | 'metadata'>,
  form: Form = 'message',
): string {
  const saying = matchMessage(messages, message)
  const isAlert = saying?.name === 'alertAbove' || saying?.name === 'alertBelow'
  if (!isAlert || !('token' in metadata)) return messageText(words, message, form)
  const { symbol, limitUsd, priceUsd } = metadata
  return words.t(`${form}.${saying.name}`, {
    symbol,
    network: saying.values.network ?? '',
    limit: words.format.price(limitUsd),
    price: words.format.price(priceUsd),
  })
}

/** Translates a notification's message and formats its numbers; unknown messages stay as they are. */
export function messageText(words: Words, stored: string, form: Form = 'message'): string {
  // The prefix of stored messages of earlier versions.
  const message = stored.replace(/^Better price: /, 'Surplus: ')
  const saying = matchMessage(messages, message)
  if (!saying) return translatedNumber(message, words.format.locale)
  const { name, values } = saying
  // The row of a correction does not name the type of what it corrects.
  const inner = name === 'correction' ? 'message' : form
  const texts = Object.fromEntries(
    Object.entries(values).map(([key, part]) => [
      key,
      key === 'network' ? part : messageText(words, part, inner),
    ]),
  )
  return form === 'message' || name === 'test' || name === 'atoms'
    ? words.t(`message.${name}`, texts)
    : words.t(`row.${name}`, texts)
}
