import { formatUnits } from 'viem'
import { csvCell } from '@/lib/client/orders/export-orders'
import { nativeToken } from '@/lib/core/address'
import type { Holding } from './portfolio'

/** A token of an account on a network. */
export type PlacedHolding = {
  readonly holding: Holding
  /** Name of the network. */
  readonly network: string
  readonly symbol: string
}

const columns = [
  ...['network', 'symbol', 'token', 'balanceAtoms', 'balance', 'priceUsd', 'valueUsd'],
  ...['inOpenOrdersAtoms', 'inOpenOrders', 'allowanceAtoms'],
] as const

/** Exports tokens as CSV (RFC 4180): a header line, then one line per token. Unknown values are empty. */
export function holdingsCsv(rows: readonly PlacedHolding[]): string {
  const lines = rows.map(({ network, symbol, holding }) => {
    const { token, balance, decimals, market, usd, claim, allowance } = holding
    const whole = (atoms: bigint | undefined) =>
      atoms === undefined || decimals === undefined ? '' : formatUnits(atoms, decimals)
    const cells = [
      ...[network, symbol, token === nativeToken ? '' : token, balance, whole(balance)],
      ...[market?.price, usd?.toFixed(2), claim?.atoms, whole(claim?.atoms), allowance],
    ]
    return cells.map((cell) => csvCell(String(cell ?? '')))
  })
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}
