import { type Address, nativeToken } from '@/lib/core/address'
import type { AccountEvent } from './follower'
import { type Holding, type Holdings, isSameHolding } from './holding'
import type { TokenBalance } from './list-balances'

/** The first event of a balance stream. */
export type InitialBalances = { readonly balances: readonly TokenBalance[] }

/** A change of a balance or an allowance, in atoms; null: the token does not report it. */
export type BalanceUpdate = {
  readonly chainId: number
  readonly userAddress: Address
  readonly tokenAddress: Address
  /** Unix milliseconds of the observation. */
  readonly timestamp: number
} & (
  | {
      readonly type: 'balance_change'
      readonly oldBalance: bigint | null
      readonly newBalance: bigint | null
    }
  | {
      readonly type: 'allowance_change'
      readonly oldAllowance: bigint | null
      readonly newAllowance: bigint | null
    }
)

/** An event of a balance stream. */
export type BalanceEvent = AccountEvent<InitialBalances | BalanceUpdate>

/** A {@link BalanceEvent} and its token. */
export type TokenEvent = { readonly token: Address; readonly event: BalanceEvent }

type Change = {
  readonly chainId: number
  readonly account: Address
  readonly blockHash: string
  readonly atMs: number
  readonly before: Holdings
  readonly after: Holdings
}

/** Builds the events for changed holdings; a token's first reading produces none. */
export function balanceEvents(change: Change): readonly TokenEvent[] {
  return [...change.after].flatMap(([token, after]) => {
    const before = change.before.get(token)
    if (!before || isSameHolding(before, after)) return []
    return updates(change, token, { before, after }).map((data) => ({
      token,
      event: { event: 'balance_update', id: change.blockHash, data },
    }))
  })
}

function updates(
  { chainId, account, atMs }: Change,
  token: Address,
  { before, after }: { readonly before: Holding; readonly after: Holding },
): BalanceUpdate[] {
  const about = { chainId, userAddress: account, tokenAddress: token, timestamp: atMs }
  const changes: BalanceUpdate[] = []
  if (before.balance !== after.balance) {
    const [oldBalance, newBalance] = [before.balance ?? null, after.balance ?? null]
    changes.push({ type: 'balance_change', ...about, oldBalance, newBalance })
  }
  if (token !== nativeToken && before.allowance !== after.allowance) {
    const [oldAllowance, newAllowance] = [before.allowance ?? null, after.allowance ?? null]
    changes.push({ type: 'allowance_change', ...about, oldAllowance, newAllowance })
  }
  return changes
}
