// npm run drill [-- <name> …]: runs the drills (drills/<name>.drill.ts), one after the other: tests that take long, or need
// programs that are no part of the packages (Prometheus, PgBouncer, nginx). Names what is absent, and ends with
// `N passed, N failed, N absent`.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkNode, install } from './install.mjs'
import { runTests } from './run-tests.mjs'
import { say } from './steps.mjs'

const ending = '.drill.ts'
const names = readdirSync('drills')
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !names.includes(name))
if (unknown) {
  console.error(`There is no drill ${unknown}; there are: ${names.join(', ')}`)
  process.exit(1)
}

checkNode()
await install()

/** @type {string[]} */
const absent = []

/** @type {import('./run-tests.mjs').TestRun['count']} */
const count = (json) => {
  const results = json.testResults.flatMap((/** @type {any} */ file) => {
    const path = relative('.', file.name)
    const tests = file.assertionResults.map((/** @type {any} */ test) => ({
      name: `${path}: ${test.fullName}`,
      status: test.status,
      program: test.meta?.absent,
    }))
    return tests.length > 0 ? tests : [{ name: path, status: 'failed' }]
  })
  const named = (/** @type {string} */ status) =>
    results.filter((/** @type {any} */ result) => result.status === status)
  absent.push(
    ...results
      .filter((/** @type {any} */ { program }) => program !== undefined)
      .map((/** @type {any} */ { name, program }) => `${program}, for ${name}`),
  )
  return {
    passed: named('passed').length,
    failed: named('failed').map((/** @type {any} */ { name }) => name),
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'coincide-drill-'))
const report = join(scratch, 'report.json')
const { passed, failed } = await runTests({
  args: [
    ...['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism'],
    ...['--reporter=verbose', '--reporter=json'],
    ...wanted.map((name) => `drills/${name}${ending}`),
  ],
  reportArgs: [`--outputFile.json=${report}`],
  env: { DRILL: '1' },
  report,
  count,
})
rmSync(scratch, { recursive: true, force: true })
// Nothing but absent drills is no failure of the runner.
const broken =
  passed === 0 && absent.length > 0 ? failed.filter((name) => name.includes(ending)) : failed
/** @type {(title: string, lines: readonly string[]) => void} */
const list = (title, lines) => {
  if (lines.length > 0) say(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
list('Absent', absent)
list('Failed', broken)
say(`\n${passed} passed, ${broken.length} failed, ${absent.length} absent`)
process.exitCode = broken.length > 0 ? 1 : 0
