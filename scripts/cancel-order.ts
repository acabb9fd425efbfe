// npx tsx scripts/cancel-order.ts <uid> "<reason>": cancels an open order by policy, on the database of DATABASE_URL.
import { existsSync } from 'node:fs'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { cancelByPolicy } from '@/lib/orders/cancel-by-policy'

if (existsSync('.env')) process.loadEnvFile('.env')
const [uid = '', reason = ''] = process.argv.slice(2)
const ctx = createContext(parseConfig(process.env), { role: 'operator', connections: 1 })

try {
  if (!ctx.config.databaseUrl) throw new Error('DATABASE_URL is not set.')
  await cancelByPolicy(ctx, { uid, reason })
  console.log(`cancelled ${uid}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await ctx.db.$disconnect()
}
