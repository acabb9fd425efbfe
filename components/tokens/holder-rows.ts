import type { HolderView } from '@/lib/client/market'

/** One row of the holder table; `balance` in atoms. */
export type HolderRow = {
  readonly address: string
  readonly balance: bigint
  /** Fraction of the supply; undefined if the supply is unknown or implausible. */
  readonly share: number | undefined
  /** Display name of the address, if known. */
  readonly label: string | undefined
}

type Known = {
  /** Total supply in atoms. */
  readonly supply: bigint | undefined
  /** Display names by lower-case address. */
  readonly labels: ReadonlyMap<string, string>
}

/** Returns the holders with their share of the supply and display name. */
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

/** Returns the share in steps of 1e-6. A supply below one holder's balance is misreported: undefined. */
function shareOf(balance: bigint, supply: bigint): number | undefined {
  if (supply === 0n || balance > supply) return undefined
  return Number((balance * 1_000_000n) / supply) / 1_000_000
}
