import { numberText, type ShownToken } from './token-amount'

type Words = Parameters<typeof numberText>[0]

/** A gain (negative for a loss) and its reference amount, in atoms of `token`. */
export type Gain = {
  readonly gain: bigint
  readonly over: bigint
  readonly token: ShownToken
}

/** Formats a signed gain: "+8.47 USDC". */
export function gainText(words: Words, { gain, token }: Omit<Gain, 'over'>): string {
  const sign = gain > 0n ? '+' : gain < 0n ? '−' : ''
  return `${sign}${numberText(words, gain < 0n ? -gain : gain, token)} ${token.symbol}`
}

/** Formats a gain relative to `over`: "+0.19 %"; empty if `over` is 0. */
export function gainPercentText({ format }: Words, { gain, over }: Omit<Gain, 'token'>): string {
  if (over === 0n) return ''
  const part = Number((gain * 1_000_000n) / over) / 10_000
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }
  return `${format.number(part, digits as Intl.NumberFormatOptions).replace('-', '−')} %`
}
