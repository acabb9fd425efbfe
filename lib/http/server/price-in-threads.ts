import { existsSync } from 'node:fs'
import type { Context } from '@/lib/context'
import { priceElsewhere } from '@/lib/quotes/pricer'
import { startPricingThreads } from '@/lib/quotes/pricing-threads'

/**
 * Prices quotes in threads from now on, those that Next answers too; `file` is the bundled entry point of a thread.
 * Without it quotes hold up the process while they are priced.
 */
export function priceInThreads(ctx: Context, file: URL): void {
  if (!existsSync(file)) return
  priceElsewhere(ctx, startPricingThreads(file).price)
}
