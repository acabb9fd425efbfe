import { formatUnits } from 'viem'
import { shortAddress } from '@/components/wallet/short-address'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import { type ChangeTone, changeTone } from '@/lib/core/format/number-text'
import type { Token } from '@/lib/tokens/token'

/** What the format of a token's amounts needs. */
export type ShownToken = {
  readonly address: Address
  readonly symbol: string
  /** Undefined if the token is unknown: its amounts are shown in atoms. */
  readonly decimals: number | undefined
}

/** A token on no list, named by its shortened address. */
export function unknownToken(address: Address): ShownToken {
  return { address, symbol: shortAddress(address), decimals: undefined }
}

/** Returns a lookup of {@link ShownToken} that falls back to the shortened address. */
export const namerOf =
  (tokens: ReadonlyMap<Address, Pick<Token, 'symbol' | 'decimals'>>) =>
  (address: Address): ShownToken => {
    const { symbol, decimals } = tokens.get(address) ?? {}
    return { address, symbol: symbol ?? shortAddress(address), decimals }
  }

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** Formats an amount without symbol: "4,812.07", or in atoms if the decimals are unknown. */
export function numberText(
  { t, format }: Words,
  atoms: bigint,
  { address, decimals }: Pick<ShownToken, 'address' | 'decimals'>,
): string {
  return decimals === undefined
    ? t('atoms', { atoms: `${atoms}` })
    : format.amount(atoms, { address, decimals })
}

/** Formats amounts that are compared, like {@link numberText}, with the same number of decimals. */
export function comparedTexts(
  words: Words,
  amounts: readonly bigint[],
  { address, decimals }: Pick<ShownToken, 'address' | 'decimals'>,
): readonly string[] {
  return decimals === undefined
    ? amounts.map((atoms) => numberText(words, atoms, { address, decimals }))
    : words.format.amounts(amounts, { address, decimals })
}

/** Formats an amount with its symbol: "4,812.07 USDC". */
export function tokenAmountText(words: Words, atoms: bigint, token: ShownToken): string {
  return `${numberText(words, atoms, token)} ${token.symbol}`
}

type Leg = { readonly atoms: bigint; readonly token: ShownToken }

/** Formats the rate: "1 WETH = 3,208.05 USDC"; undefined if a token is unknown or an amount is 0. */
export function rateText(format: Format, sold: Leg, bought: Leg): string | undefined {
  const rate = rateOf(sold, bought)
  if (rate === undefined) return undefined
  return `1 ${sold.token.symbol} = ${format.rate(rate)} ${bought.token.symbol}`
}

/** Returns the bought tokens per sold token; undefined if a token is unknown or an amount is 0. */
export function rateOf(sold: Leg, bought: Leg): number | undefined {
  const [from, to] = [toNumber(sold), toNumber(bought)]
  return from && to ? to / from : undefined
}

/** Formats the price of a sold token: "3,023.25 USDC per WETH"; undefined if a token is unknown or an amount is 0. */
export function priceText({ t, format }: Words, sold: Leg, bought: Leg): string | undefined {
  const rate = rateOf(sold, bought)
  if (rate === undefined) return undefined
  const [quote, base] = [bought.token.symbol, sold.token.symbol]
  return t('price.rate', { rate: format.rate(rate), quote, base })
}

function toNumber({ atoms, token }: Leg): number | undefined {
  return token.decimals === undefined ? undefined : Number(formatUnits(atoms, token.decimals))
}

/** A gain (negative for a loss) and its reference amount, in atoms of `token`. */
type Gain = {
  readonly gain: bigint
  readonly over: bigint
  readonly token: ShownToken
}

/** Formats a signed gain: "+8.47 USDC". */
export function gainText(words: Words, { gain, token }: Omit<Gain, 'over'>): string {
  const { address, decimals } = token
  const sign = gain > 0n ? '+' : gain < 0n ? '−' : ''
  const number =
    decimals === undefined
      ? `${sign}${numberText(words, gain < 0n ? -gain : gain, token)}`
      : words.format.signedAmount(gain, { address, decimals })
  return `${number} ${token.symbol}`
}

/** Returns whether a gain relative to `over` is up or down; almost nothing is `level`, as is any gain over 0. */
export const gainTone = (gain: bigint, over: bigint): ChangeTone =>
  over === 0n ? 'level' : changeTone(Number((gain * 1_000_000n) / over) / 1e6)

/** Returns whether a gain relative to `over` rounds to 0.00 %: neither a surplus nor a loss. */
export const isEven = (gain: bigint, over: bigint): boolean =>
  gain === 0n || (gain < 0n ? -gain : gain) * 20_000n < over

/** Above this part of its reference amount, a gain says only that the reference was nominal, such as a limit of one atom. */
const largestGain = 10n

/** Formats a gain relative to `over`: "+0.19%", or ">+1,000%" above {@link largestGain}; empty if `over` is 0. */
export function gainPercentText({ format }: Words, { gain, over }: Omit<Gain, 'token'>): string {
  if (over === 0n) return ''
  if (gain > largestGain * over) return `>${format.change(Number(largestGain))}`
  return format.change(Number((gain * 1_000_000_000n) / over) / 1e9)
}
