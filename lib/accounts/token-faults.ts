import { type Context, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'

/** What a token was found to lack when it was asked alone: code, any answer, or one about allowances. */
export type TokenFault = 'no-code' | 'silent' | 'no-allowance'

/** Milliseconds for which a fault is remembered. */
const rememberedMs = 60_000
const maxRemembered = 10_000

type Faults = Map<Address, { readonly fault: TokenFault; readonly until: number }>

/** The fault that a token was found to have in the last minute. */
export function findFault(ctx: Context, chainId: number, token: Address): TokenFault | undefined {
  const found = faultsOf(ctx, chainId).get(token)
  return found && found.until > ctx.now() ? found.fault : undefined
}

/**
 * Remembers a token's fault: to ask it beside others spoils their answers, and to ask it alone each time
 * would cost as many calls as there are such tokens.
 */
export function noteFault(
  ctx: Context,
  chainId: number,
  { token, fault }: { readonly token: Address; readonly fault: TokenFault },
): void {
  const value = { fault, until: ctx.now() + rememberedMs }
  setBounded(faultsOf(ctx, chainId), { key: token, value, max: maxRemembered })
}

function faultsOf(ctx: Context, chainId: number): Faults {
  return contextSlot(ctx, `accounts:faults:${chainId}`, (): Faults => new Map())
}
