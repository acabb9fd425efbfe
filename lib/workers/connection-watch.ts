import type { Pool } from 'pg'
import type { Loop } from './loop'

const everyMs = 5_000
/** In a row: about twenty seconds. */
const mostFailures = 3

/**
 * A loop that calls `fail` when a pool gives no connection that answers, three times in a row: whoever took them may
 * never give them back, which no later question would end.
 */
export function connectionWatch(
  pool: Pick<Pool, 'query'>,
  { every = everyMs, fail }: { readonly every?: number; readonly fail: () => void },
): Loop {
  let failures = 0
  return {
    name: 'delivery-connections',
    every,
    run: async (ctx) => {
      try {
        await pool.query('SELECT 1')
        failures = 0
      } catch {
        failures += 1
      }
      if (failures < mostFailures) return 'done'
      ctx.log.warn({ failures }, 'no connection is left for deliveries, beginning anew')
      failures = 0
      fail()
      return 'done'
    },
  }
}
