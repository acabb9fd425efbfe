import type { HolderView } from '@/lib/client/market'

/** A holder as a row of the table. */
export type HolderRow = {
  readonly address: string
  readonly balance: bigint
  /** Its part of the supply; undefined where the supply is not known. */
  readonly share: number | undefined
  /** What the address is, where the service knows. */
  readonly label: string | undefined
}

type Known = {
  /** In atoms. */
  readonly supply: bigint | undefined
  /** What is known of addresses, by lower-case address. */
  readonly labels: ReadonlyMap<string, string>
}

/** Holders with their shares of the supply and the names of those that are known. */
export function holderRows(
  holders: readonly HolderView[],
  { supply, labels }: Known,
): readonly HolderRow[] {
  return holders.map(({ address, balance: text }) => {
    const balance = BigInt(text)
    return {
      address,
      balance,
      share: supply === undefined ? undefined : shareOf(balance, supply),
      label: labels.get(address.toLowerCase()),
    }
  })
}

/** A millionth is the smallest step. A supply below the balance is a token's lie: no share is told. */
function shareOf(balance: bigint, supply: bigint): number | undefined {
  if (supply === 0n || balance > supply) return undefined
  return Number((balance * 1_000_000n) / supply) / 1_000_000
}
