// npm run build: builds the pages into .next/ and the web and worker processes into dist/, like npm start.
import { buildAll } from '@/lib/devnet/stack/build'
import { step } from './steps.mjs'

try {
  const { signal } = new AbortController()
  await step('Build', (report) => buildAll({ logFile: 'dist/build.log', report, signal }))
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
