// npm test: everything that can fail, on a fresh clone too. Ends with a line `N passed, N failed`, in which
// the checks of form, types and unused code count as one test each.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { checkNode, install, run } from './install.mjs'
import { runTests } from './run-tests.mjs'
import { say, step } from './steps.mjs'

const isLong = process.argv.includes('--long')
const total = { passed: 0, failed: 0 }
const scratch = mkdtempSync(join(tmpdir(), 'coincide-npm-test-'))

/** @type {(title: string, args: string[]) => Promise<void>} */
const check = async (title, args) => {
  try {
    await step(title, () => run(process.execPath, args, { CI: 'true' }))
    total.passed++
  } catch (error) {
    total.failed++
    say(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Builds what the journeys are about while other tests run, with the time that those leave. It prints nothing between
 * their lines; the journeys' service finds the build, or fails as this one did and tells why.
 */
const buildBeside = () =>
  run('nice', ['-n', '10', process.execPath, '--import', 'tsx', 'scripts/build.ts']).catch(() => {})

/** @type {(title: string, options: import('./run-tests.mjs').TestRun) => Promise<void>} */
const suite = async (title, options) => {
  say(`\n${title}`)
  const { passed, failed } = await runTests(options)
  total.passed += passed
  total.failed += failed
}

const vitest = (/** @type {string} */ name, /** @type {Record<string, string>} */ env) => {
  const report = join(scratch, `${name}.json`)
  return {
    args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
    reportArgs: [`--outputFile.json=${report}`],
    env,
    report,
    /** @type {(json: any) => { passed: number, failed: number }} */
    count: (json) => {
      // A file that does not load fails without a failed test in it.
      const broken = json.testResults.filter(
        (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
      )
      return { passed: json.numPassedTests, failed: json.numFailedTests + broken.length }
    },
  }
}

const playwright = (/** @type {string} */ chromium, /** @type {number} */ port) => {
  const report = join(scratch, 'e2e.json')
  return {
    args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    reportArgs: [],
    env: {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_DATA_DIR: join(scratch, 'data'),
      E2E_PORT: String(port),
    },
    report,
    /** @type {(json: any) => { passed: number, failed: number }} */
    count: ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + (stats.expected + stats.unexpected === 0 ? errors.length : 0),
    }),
  }
}

/** @type {() => Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

checkNode()
try {
  await install()
  const chromium = await step('Find Chromium', findChromium)
  await Promise.all([
    check('Check form', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    check('Check types', ['node_modules/typescript/bin/tsc', '--noEmit']),
    check('Find unused code', ['node_modules/knip/bin/knip.js', '--no-progress']),
  ])
  const built = buildBeside()
  await suite('Unit, database and chain tests', vitest('unit', {}))
  await built
  if (isLong) await suite('Long tests', vitest('long', { TEST_LONG: '1' }))
  await suite('Browser journeys', playwright(chromium, await freePort()))
} catch (error) {
  total.failed++
  say(error instanceof Error ? error.message : String(error))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
say(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
