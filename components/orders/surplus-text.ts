import { numberText, type ShownToken } from './token-amount'

type Words = Parameters<typeof numberText>[0]

/** A gain, below 0 for a loss, and what it is a gain over; in atoms of `token`. */
export type Gain = {
  readonly gain: bigint
  readonly over: bigint
  readonly token: ShownToken
}

/** "+8.47 USDC": a gain with its sign. */
export function gainText(words: Words, { gain, token }: Omit<Gain, 'over'>): string {
  const sign = gain > 0n ? '+' : gain < 0n ? '−' : ''
  return `${sign}${numberText(words, gain < 0n ? -gain : gain, token)} ${token.symbol}`
}

/** "+0.19 %": a gain as a part of what it is over. */
export function gainPercentText({ format }: Words, { gain, over }: Omit<Gain, 'token'>): string {
  if (over === 0n) return ''
  const part = Number((gain * 1_000_000n) / over) / 10_000
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }
  return `${format.number(part, digits as Intl.NumberFormatOptions).replace('-', '−')} %`
}
