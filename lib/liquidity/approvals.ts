import { encodeFunctionData, erc20Abi } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Interaction } from '@/lib/core/interaction'

/** A spender of a token of the settlement contract. */
export type Grant = { readonly token: Address; readonly spender: Address }

/** Allowances in atoms that the settlement contract grants before a settlement, by {@link grantKey}; absent: zero. */
export type StandingAllowances = ReadonlyMap<string, bigint>

/** Encodes the calls that let a spender take `amount` atoms next; none if it already may. */
export type Approve = (grant: Grant, amount: bigint) => readonly Interaction[]

/** Key of a grant in {@link StandingAllowances}. */
export function grantKey({ token, spender }: Grant): string {
  return `${token} ${spender}`
}

/**
 * Creates the approvals of one settlement, in the order of its calls. Each amount is spent by the call that follows, so
 * an approval leaves nothing. An allowance that is too low is reset to zero first, because some tokens (USDT) refuse to
 * change a nonzero one.
 */
export function createApprovals(standing: StandingAllowances = new Map()): Approve {
  const left = new Map(standing)
  return (grant, amount) => {
    const key = grantKey(grant)
    const allowed = left.get(key) ?? 0n
    if (allowed >= amount) {
      left.set(key, allowed - amount)
      return []
    }
    left.delete(key)
    const amounts = allowed > 0n ? [0n, amount] : [amount]
    return amounts.map((value) => ({
      target: grant.token,
      value: 0n,
      callData: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [grant.spender, value],
      }),
    }))
  }
}
