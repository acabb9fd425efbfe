import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Interaction, OrderInteractions } from '@/lib/core/interaction'
import { wrapAll } from '@/lib/core/native-order'
import { decodeHooks, trampolineOf } from './trampoline'

/** The contracts that the interactions of a network's orders may call. */
export type OrderCallees = {
  readonly trampoline: Address
  /** Contracts that own native orders. */
  readonly placers: readonly Address[]
}

/** Returns the contracts that the interactions of a network's orders may call. */
export function orderCalleesOf(ctx: Context, chainId: number): OrderCallees {
  const placers = ctx.config.onchainOrderContracts.get(chainId) ?? []
  return { trampoline: trampolineOf(ctx, chainId), placers }
}

type Calling = { readonly owner: Address; readonly interactions: OrderInteractions }

/**
 * Returns the first interaction of an order that this service stores for none: it stores hooks, which the trampoline
 * calls, and the wrapping call of the contract that owns a native order. The settlement contract itself makes the call,
 * so any other may move the tokens that it keeps, and write access to the database must not suffice for that.
 */
export function findForgedCall(
  { owner, interactions }: Calling,
  { trampoline, placers }: OrderCallees,
): Interaction | undefined {
  return [...interactions.pre, ...interactions.post].find(({ target, value, callData }) => {
    const isHooks = target === trampoline && decodeHooks(callData) !== undefined
    const isWrap = target === owner && placers.includes(owner) && callData === wrapAll
    return value !== 0n || !(isHooks || isWrap)
  })
}
