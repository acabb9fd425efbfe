// Generates the Prisma client. The generator needs no native schema engine, but Prisma's command insists on finding
// one; any executable satisfies it, and nothing is downloaded.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
const result = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
})
if (result.status !== 0) {
  process.stderr.write(result.stdout + result.stderr)
  process.exit(result.status ?? 1)
}
