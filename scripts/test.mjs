// npm test: all checks and tests, also on a fresh clone; with --long only the tests tagged `long`, with all their cases,
// those tagged `long-only`, and the journeys tagged `@long`; with --shard=k/n only the k-th of n parts of either. Ends with
// what failed, or passed late, by name, and a line `N passed, N failed`, in which each check (import rules, language, form,
// types, packages, unused code) counts as one test.
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkPackages } from './check-packages.mjs'
import { findChromium } from './chromium.mjs'
import { checkNode, install, run } from './install.mjs'
import { runTests } from './run-tests.mjs'
import { say, step } from './steps.mjs'

const isLong = process.argv.includes('--long')
const shard = process.argv.filter((argument) => argument.startsWith('--shard='))
/** @type {{ passed: number, failed: string[], repeated: string[] }} */
const total = { passed: 0, failed: [], repeated: [] }
const scratch = mkdtempSync(join(tmpdir(), 'coincide-npm-test-'))

/** @type {(title: string, work: string[] | (() => Promise<string>)) => Promise<void>} */
const check = async (title, work) => {
  try {
    await step(title, async (report) => {
      if (Array.isArray(work)) await run(process.execPath, work, { CI: 'true' })
      else report(await work())
    })
    total.passed++
  } catch (error) {
    total.failed.push(title)
    say(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Builds the web app in the background while other tests run, at low priority and without output. The browser journeys'
 * service finds the build, or fails as this one did and prints why.
 */
const buildInBackground = () =>
  run('nice', ['-n', '10', process.execPath, '--import', 'tsx', 'scripts/build.ts']).catch(() => {})

/** @typedef {import('./run-tests.mjs').TestRun & { repeat: (failed: readonly Failure[]) => string[] }} Suite */
/** @typedef {import('./run-tests.mjs').Failure} Failure */

/** More failures than this have a cause that a second run would not take away. */
const maxRepeated = 20

/**
 * Runs tests, then once more what failed, alone: other tests, or other machines on the same host, may have kept it
 * waiting.
 *
 * @type {(title: string, options: Suite) => Promise<void>}
 */
const suite = async (title, { repeat, ...options }) => {
  say(`\n${title}`)
  const { passed, failed } = await runTests(options)
  const isRepeated =
    failed.length > 0 && failed.length <= maxRepeated && failed.every(({ path }) => path)
  if (isRepeated) say(`\n${title}: ${failed.length} failed, and are repeated alone`)
  const again = isRepeated ? await runTests({ ...options, args: repeat(failed) }) : { failed }
  const late = failed.filter((failure) => !again.failed.some(includes(failure)))
  total.passed += passed + late.length
  total.failed.push(...again.failed.map(textOf))
  total.repeated.push(...late.map(textOf))
}

/**
 * Whether a failure is this test's, its whole file's or the runner's.
 *
 * @type {(test: Failure) => (failure: Failure) => boolean}
 */
const includes = (test) => (failure) =>
  failure.path === undefined ||
  (failure.path === test.path && [undefined, test.name].includes(failure.name))

const nameOf = (/** @type {Failure} */ { path, name }) => [path, name].filter(Boolean).join(': ')

const textOf = (/** @type {Failure} */ failure) =>
  [nameOf(failure), failure.reason].filter(Boolean).join('\n')

/** Each runs a service of several processes, which must not starve those of other tests. */
const processes = ['lib/workers/', 'lib/testing/rehearsal/']

/** These measure seconds, and requests that come too late on a busy machine: nothing else may run beside them. */
const timed = [
  'bench/rolling-restart.long.test.ts',
  'lib/testing/rehearsal/rehearse.long.test.ts',
  'lib/workers/fast-blocks.long.test.ts',
  'lib/workers/idle-requests.long.test.ts',
]

const without = (/** @type {readonly string[]} */ paths) =>
  paths.map((path) => `--exclude=${path}${path.endsWith('/') ? '**' : ''}`)

/** The files of each run of Vitest, and how many of them run at the same time. */
const selections = {
  most: [...without(processes), ...without(timed)],
  processes: ['--maxWorkers=3', ...processes, ...without(timed)],
  timed: ['--maxWorkers=1', ...timed],
}

/** @type {(selection: keyof typeof selections) => Suite} */
const vitest = (selection) => {
  const report = join(scratch, `${selection}.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    ...(isLong ? ['--tagsFilter=long || long-only'] : []),
  ]
  return {
    args: [...args, ...shard, ...selections[selection]],
    repeat: (failed) => [
      ...args,
      '--maxWorkers=1',
      ...new Set(failed.map(({ path = '' }) => path)),
    ],
    reportArgs: [`--outputFile.json=${report}`],
    env: isLong ? { TEST_LONG: '1' } : {},
    report,
    /** @type {Suite['count']} */
    count: (json) => {
      const failed = json.testResults.flatMap((/** @type {any} */ file) => {
        const path = relative('.', file.name)
        const tests = file.assertionResults
          .filter((/** @type {any} */ { status }) => status === 'failed')
          .map((/** @type {any} */ { fullName, failureMessages = [] }) => {
            return { path, name: fullName, reason: reasonOf(failureMessages) }
          })
        // A file that does not load, or whose stage does not open, fails without a failed test in it.
        return file.status === 'failed' && tests.length === 0 ? [{ path }] : tests
      })
      return { passed: json.numPassedTests, failed }
    },
  }
}

/**
 * Why a test failed, indented: the report of a long run may be cut to its end.
 *
 * @type {(messages: readonly string[]) => string}
 */
const reasonOf = (messages) =>
  messages
    .flatMap((message) => message.split('\n'))
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, 12)
    .map((line) => `      ${line.slice(0, 200)}`)
    .join('\n')

/** @type {(chromium: string, port: number) => Suite} */
const playwright = (chromium, port) => {
  const report = join(scratch, 'e2e.json')
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    isLong ? '--grep=@long' : '--grep-invert=@long',
  ]
  return {
    args: [...args, ...shard],
    // A trace of all journeys would cost a sixth of their time.
    repeat: () => [...args, '--last-failed', '--workers=1', '--trace=on'],
    reportArgs: [],
    env: {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_DATA_DIR: join(scratch, 'data'),
      E2E_PORT: String(port),
    },
    report,
    /** @type {Suite['count']} */
    count: ({ stats, errors, suites }) => {
      const isNoneRun = stats.expected + stats.unexpected === 0
      const broken = errors.map((/** @type {any} */ { message }) => ({ name: `e2e: ${message}` }))
      return { passed: stats.expected, failed: isNoneRun ? broken : suites.flatMap(failedJourneys) }
    },
  }
}

/** @type {(suite: any) => Failure[]} */
const failedJourneys = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(failedJourneys),
  ...specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === 'unexpected')
      .map((/** @type {any} */ { results }) => {
        return { path: `e2e/${file}`, name: title, reason: reasonOf(results.flatMap(messagesOf)) }
      }),
  ),
]

/** @type {(attempt: any) => string[]} */
const messagesOf = ({ errors = [] }) =>
  errors.map((/** @type {any} */ { message }) => stripVTControlCharacters(message))

/** @type {(port: number) => Promise<boolean>} */
const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * The first of five ports in a row, for the journeys' service and for those that it calls. Below the ports that a system
 * gives to whoever opens a connection, which would take one of them before the test that listens there.
 *
 * @type {() => Promise<number>}
 */
const freePorts = async () => {
  const port = randomInt(20_000, 32_000)
  const free = await Promise.all([0, 1, 2, 3, 4].map((next) => isFree(port + next)))
  return free.every(Boolean) ? port : freePorts()
}

const checkAll = () =>
  Promise.all([
    check('Check import rules', ['scripts/import-rules.mjs', '--check']),
    check('Check language', ['scripts/language.mjs']),
    check('Check form', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    check('Check types', ['node_modules/typescript/bin/tsc', '--noEmit']),
    check('Check packages', checkPackages),
    check('Find unused code', ['node_modules/knip/bin/knip.js', '--no-progress']),
  ])

const testAll = async () => {
  const [chromium] = await Promise.all([
    step('Find Chromium', findChromium),
    isLong ? undefined : checkAll(),
  ])
  const built = buildInBackground()
  await suite(isLong ? 'Long tests' : 'Unit, database and chain tests', vitest('most'))
  await suite('Tests of several processes, three at a time', vitest('processes'))
  await built
  if (isLong) await suite('Timed tests, one after the other', vitest('timed'))
  await suite('Browser journeys', playwright(chromium, await freePorts()))
}

checkNode()
try {
  await install()
  await testAll()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  total.failed.push(message.split('\n', 1)[0] ?? '')
  say(message)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
/** @type {(title: string, names: readonly string[]) => void} */
const list = (title, names) => {
  if (names.length > 0) say(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`)
}
list('Passed when repeated alone', total.repeated)
list('Failed', total.failed)
say(`\n${total.passed} passed, ${total.failed.length} failed`)
process.exitCode = total.failed.length > 0 || total.passed === 0 ? 1 : 0
