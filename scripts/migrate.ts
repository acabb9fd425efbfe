// npm run migrate: migrates the database of DATABASE_URL to the newest version.
// npm run migrate -- --new <name>: writes the difference of the schema from that database as a new migration.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { driftScript, migrate } from '@/lib/db/migrate'

if (existsSync('.env')) process.loadEnvFile('.env')
const url = process.env.DATABASE_URL
const newName = process.argv[2] === '--new' ? process.argv[3] : undefined

try {
  if (!url) throw new Error('DATABASE_URL is not set.')
  const applied = await migrate(url)
  for (const name of applied) console.log(`applied ${name}`)
  if (newName) await writeMigration(url, newName)
  else if (applied.length === 0) console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function writeMigration(databaseUrl: string, name: string): Promise<void> {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error('A name holds a-z, 0-9 and _ only.')
  const script = await driftScript(databaseUrl)
  if (script === '') {
    console.log('The schema has nothing that the database lacks.')
    return
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const directory = `prisma/migrations/${stamp}_${name}`
  mkdirSync(directory, { recursive: true })
  writeFileSync(`${directory}/migration.sql`, script)
  console.log(`wrote ${directory}/migration.sql: read it, add constraints, then npm run migrate`)
}
