// npm run migrate: migrates the database of DATABASE_URL or, by default, that of npm start to the newest version.
// npm run migrate -- --new <name>: writes the difference of the schema from that database as a new migration.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { driftScript, migrate } from '@/lib/db/migrate'
import { findEmbeddedPostgres } from '@/lib/devnet/processes/find-embedded-postgres'
import { guardOutput } from '@/lib/guard-output'
import { loadSettingFiles } from '@/lib/load-setting-files'
import { hideUrls } from '@/lib/log-error'

if (existsSync('.env')) process.loadEnvFile('.env')
loadSettingFiles(process.env)
guardOutput(process.env)
const url =
  process.env.DATABASE_URL || findEmbeddedPostgres(process.env.DATA_DIR?.trim() || '.data')
const newName = process.argv[2] === '--new' ? process.argv[3] : undefined

try {
  if (!url) throw new Error('Set DATABASE_URL, or run npm start in another terminal.')
  const applied = await migrate(url)
  for (const name of applied) console.log(`applied ${name}`)
  if (newName) await writeMigration(url, newName)
  else if (applied.length === 0) console.log('The database is up to date.')
} catch (error) {
  console.error(hideUrls(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
}

async function writeMigration(databaseUrl: string, name: string): Promise<void> {
  if (!/^[a-z0-9_]+$/.test(name))
    throw new Error('A migration name may contain only a-z, 0-9 and _.')
  const script = await driftScript(databaseUrl)
  if (script === '') {
    console.log('The database already matches the schema.')
    return
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const directory = `prisma/migrations/${stamp}_${name}`
  mkdirSync(directory, { recursive: true })
  writeFileSync(`${directory}/migration.sql`, script)
  console.log(`wrote ${directory}/migration.sql: read it, add constraints, then npm run migrate`)
}
