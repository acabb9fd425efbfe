import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * @typedef {object} TestRun
 * @property {readonly string[]} args
 * @property {readonly string[]} reportArgs
 * @property {Record<string, string>} env
 * @property {string} report path of the runner's report
 * @property {(json: any) => Counted} count
 */

/**
 * @typedef {object} Counted
 * @property {number} passed
 * @property {readonly Failure[]} failed
 */

/**
 * A failed test.
 *
 * @typedef {object} Failure
 * @property {string} [path] its file; left out if the runner itself failed
 * @property {string} [name] left out if the whole file failed
 * @property {string} [reason] indented lines
 */

/**
 * Runs a test runner with its output shown, and counts the results in its report. A runner that fails without a
 * failed test, or passes without any test, counts as one failure.
 *
 * @param {TestRun} options
 * @returns {Promise<Counted>}
 */
export const runTests = async ({ args, reportArgs, env, report, count }) => {
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, ...reportArgs], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CI: 'true', ...env },
    })
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  const counted = readCounts(report, count)
  const isWrong = code !== 0 || counted.passed === 0
  if (!isWrong || counted.failed.length > 0) return counted
  return { ...counted, failed: [{ name: `${args[0]} ended with code ${code}` }] }
}

/** @type {(report: string, count: TestRun['count']) => Counted} */
const readCounts = (report, count) => {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: [{ name: `no report in ${report}` }] }
  }
}
