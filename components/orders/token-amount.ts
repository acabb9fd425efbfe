import { formatUnits } from 'viem'
import { shortAddress } from '@/components/wallet/short-address'
import { amountText } from '@/lib/client/amount-text'
import type { Address } from '@/lib/core/address'

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

/** The bare number: "4,812.07", or the atoms of a token that is not known. */
export function numberText(atoms: bigint, { decimals }: ShownToken): string {
  return decimals === undefined ? `${atoms} atoms of` : amountText(atoms, decimals)
}

/** An amount with its symbol: "4,812.07 USDC". */
export function tokenAmountText(atoms: bigint, token: ShownToken): string {
  return `${numberText(atoms, token)} ${token.symbol}`
}

type Leg = { readonly atoms: bigint; readonly token: ShownToken }

const rates = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })

/** "1 WETH = 3,208.05 USDC"; undefined when a token is not known or nothing is exchanged. */
export function rateText(sold: Leg, bought: Leg): string | undefined {
  const [from, to] = [toNumber(sold), toNumber(bought)]
  if (!from || !to) return undefined
  return `1 ${sold.token.symbol} = ${rates.format(to / from)} ${bought.token.symbol}`
}

function toNumber({ atoms, token }: Leg): number | undefined {
  return token.decimals === undefined ? undefined : Number(formatUnits(atoms, token.decimals))
}
