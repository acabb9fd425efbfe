// npm run operator -- help: bans, deny list, cancellation by policy, replay of dead work, on the database of
// DATABASE_URL or, by default, that of npm start.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { findEmbeddedPostgres } from '@/lib/devnet/processes/find-embedded-postgres'
import { guardOutput } from '@/lib/guard-output'
import { loadSettingFiles } from '@/lib/load-setting-files'
import { hideUrls } from '@/lib/log-error'
import { runOperator } from '@/lib/operator/run-operator'

if (existsSync('.env')) process.loadEnvFile('.env')
loadSettingFiles(process.env)
guardOutput(process.env)
const databaseUrl =
  process.env.DATABASE_URL || findEmbeddedPostgres(process.env.DATA_DIR?.trim() || '.data')
const hasTerminal = process.stdin.isTTY && process.stderr.isTTY

/** Containers and scheduled jobs set no USER. */
function accountName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-D closes without an answer, which counts as no.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    return await Promise.race([terminal.question(question), closed])
  } finally {
    terminal.close()
  }
}

try {
  // Only the owner of the database may create roles.
  const role = process.argv[2] === 'db' ? undefined : 'operator'
  const config = parseConfig({ ...process.env, DATABASE_URL: databaseUrl }, role)
  const ctx = createContext(config, { role: 'operator', connections: 2 })
  process.exitCode = await runOperator(ctx, {
    argv: process.argv.slice(2),
    user: process.env.USER || process.env.USERNAME || accountName(),
    terminal: {
      print: (text) => console.log(text),
      printError: (text) => console.error(text),
      ask: hasTerminal ? ask : undefined,
    },
  })
  await ctx.db.$disconnect()
} catch (error) {
  console.error(hideUrls(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
}
