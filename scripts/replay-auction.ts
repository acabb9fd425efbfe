// npm run auction:replay -- <id>: reruns a stored auction without a chain, on the database of DATABASE_URL or, by
// default, that of npm start, and prints whether it yields the same solution.
import { existsSync } from 'node:fs'
import { describeReplay, replayAuction } from '@/lib/auctions/replay/replay-auction'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { findEmbeddedPostgres } from '@/lib/devnet/processes/find-embedded-postgres'
import { guardOutput } from '@/lib/guard-output'
import { loadSettingFiles } from '@/lib/load-setting-files'
import { hideUrls } from '@/lib/log-error'

if (existsSync('.env')) process.loadEnvFile('.env')
loadSettingFiles(process.env)
guardOutput(process.env)
const [id = ''] = process.argv.slice(2)
try {
  if (!/^[0-9]{1,18}$/.test(id)) throw new Error('usage: npm run auction:replay -- <auction id>')
  const databaseUrl =
    process.env.DATABASE_URL || findEmbeddedPostgres(process.env.DATA_DIR?.trim() || '.data')
  const config = parseConfig({ ...process.env, DATABASE_URL: databaseUrl })
  const ctx = createContext(config, { role: 'operator', connections: 2 })
  const replay = await replayAuction(ctx, BigInt(id))
  for (const line of describeReplay(replay)) console.log(line)
  if (replay.differences.length > 0) process.exitCode = 1
  await ctx.db.$disconnect()
} catch (error) {
  console.error(hideUrls(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
}
