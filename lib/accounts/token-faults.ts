import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { setBounded } from '@/lib/core/bounded-map'

/** What a token turned out to lack when queried alone: code, any answer, or allowances. */
export type TokenFault = 'no-code' | 'silent' | 'no-allowance'

/** Milliseconds for which a fault is cached. */
const rememberedMs = 60_000
const maxRemembered = 10_000

type Faults = Map<Address, { readonly fault: TokenFault; readonly until: number }>

/** Returns the fault found for a token in the last minute. */
export function findFault(ctx: Context, chainId: number, token: Address): TokenFault | undefined {
  const found = faultsOf(ctx, chainId).get(token)
  return found && found.until > ctx.now() ? found.fault : undefined
}

/**
 * Caches a token's fault: querying it together with others breaks the shared call, and querying it alone each time
 * would cost one call per such token.
 */
export function recordFault(
  ctx: Context,
  chainId: number,
  { token, fault }: { readonly token: Address; readonly fault: TokenFault },
): void {
  const value = { fault, until: ctx.now() + rememberedMs }
  setBounded(faultsOf(ctx, chainId), { key: token, value, max: maxRemembered })
}

const faultsOf = defineSlot('accounts/faults', (_, _chainId: number): Faults => new Map())
