import { existsSync } from 'node:fs'
import type { Context } from '@/lib/context'
import { pricerOf } from '@/lib/quotes/pricer'
import { startPricingThreads } from '@/lib/quotes/pricing-threads'

/**
 * Moves the pricing of quotes to worker threads, also for quotes requested through Next. `file` is the bundled
 * entry point of a thread; if it does not exist, pricing blocks the event loop.
 */
export function priceInThreads(ctx: Context, file: URL): void {
  if (!existsSync(file)) return
  pricerOf.set(ctx, startPricingThreads(file).price)
}
