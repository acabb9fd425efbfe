import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * @typedef {object} TestRun
 * @property {readonly string[]} args
 * @property {readonly string[]} reportArgs
 * @property {Record<string, string>} env
 * @property {string} report where the runner writes its report
 * @property {(json: any) => { passed: number, failed: number }} count
 */

/**
 * Runs a test runner with its output shown, and counts from its report. A runner that fails without a
 * failed test, or passes without any, counts as one failure.
 *
 * @param {TestRun} options
 * @returns {Promise<{ passed: number, failed: number }>}
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
  return isWrong && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

const readCounts = (/** @type {string} */ report, /** @type {TestRun['count']} */ count) => {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}
