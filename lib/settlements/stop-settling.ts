import { type Context, memoized } from '@/lib/context'

const stops = (ctx: Context) => memoized(ctx, 'settlements/stops', () => new Map<number, string>())

/** Ends settling on a network until the operator starts this process anew. */
export function stopSettling(ctx: Context, chainId: number, reason: string): void {
  stops(ctx).set(chainId, reason)
  ctx.log.fatal({ chainId, reason }, 'settling has stopped; see to it and start the worker again')
}

/** Why nothing is settled on a network any more; undefined: it is. */
export function findStop(ctx: Context, chainId: number): string | undefined {
  return stops(ctx).get(chainId)
}
