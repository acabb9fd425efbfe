import { formatUnits } from 'viem'
import { shortAddress } from '@/components/wallet/short-address'
import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Address } from '@/lib/core/address'
import type { Token } from '@/lib/tokens/token'

/** What the pages need to write an amount of a token. */
export type ShownToken = {
  readonly symbol: string
  /** Undefined when the token is not known; its amounts are then shown in atoms. */
  readonly decimals: number | undefined
}

/** A token that is in no list. */
export function unknownToken(address: Address): ShownToken {
  return { symbol: shortAddress(address), decimals: undefined }
}

/** Names tokens by what is known of them. */
export const namerOf =
  (tokens: ReadonlyMap<Address, Pick<Token, 'symbol' | 'decimals'>>) =>
  (address: Address): ShownToken => {
    const { symbol, decimals } = tokens.get(address) ?? {}
    return { symbol: symbol ?? shortAddress(address), decimals }
  }

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** The bare number: "4,812.07", or the atoms of a token that is not known. */
export function numberText(
  { t, format }: Words,
  atoms: bigint,
  { decimals }: Pick<ShownToken, 'decimals'>,
): string {
  return decimals === undefined ? t('atoms', { atoms: `${atoms}` }) : format.amount(atoms, decimals)
}

/** An amount with its symbol: "4,812.07 USDC". */
export function tokenAmountText(words: Words, atoms: bigint, token: ShownToken): string {
  return `${numberText(words, atoms, token)} ${token.symbol}`
}

type Leg = { readonly atoms: bigint; readonly token: ShownToken }

const rates = { maximumSignificantDigits: 6 }

/** "1 WETH = 3,208.05 USDC"; undefined when a token is not known or nothing is exchanged. */
export function rateText(format: Format, sold: Leg, bought: Leg): string | undefined {
  const [from, to] = [toNumber(sold), toNumber(bought)]
  if (!from || !to) return undefined
  return `1 ${sold.token.symbol} = ${format.number(to / from, rates)} ${bought.token.symbol}`
}

function toNumber({ atoms, token }: Leg): number | undefined {
  return token.decimals === undefined ? undefined : Number(formatUnits(atoms, token.decimals))
}
