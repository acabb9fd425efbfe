// npm run build: the pages into .next/, the web and worker processes into dist/, as npm start does it.
import { buildAll } from '@/lib/devnet/stack/build'
import { step } from './steps.mjs'

try {
  const { signal } = new AbortController()
  await step('Build', (report) => buildAll({ logFile: 'dist/build.log', report, signal }))
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
