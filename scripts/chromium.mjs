import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './install.mjs'

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Debian's packages: a browser, and a faster one that playwright.config.ts uses where it is installed. */
const packages = ['chromium', 'chromium-headless-shell']

/**
 * Returns the path of a Chromium: `CHROMIUM_PATH`, the system's, Playwright's, or a newly installed one.
 *
 * @param {import('./steps.mjs').Report} report
 * @returns {Promise<string>}
 */
export const findChromium = async (report) => {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !runs(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, which does not run.`)
  const found = wanted ?? (await search())
  if (found) return found
  const become = rights()
  if (become && has('apt-get')) {
    await run(...command(become, ['apt-get', 'update'])).catch(() => {})
    for (const name of packages) {
      report(`apt-get install ${name}`)
      await run(...command(become, ['apt-get', 'install', '-y', name])).catch(() => {})
    }
  }
  if (!(await search())) {
    report('playwright install chromium')
    await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  }
  report('')
  const installed = await search()
  if (installed) return installed
  throw new Error('Chromium could not be installed. Install it and set CHROMIUM_PATH to its path.')
}

const search = async () => {
  const { chromium } = await import('playwright')
  return [...systemPaths, chromium.executablePath()].find((path) => existsSync(path) && runs(path))
}

/** Some systems have a stub of that name that only asks to install a snap. */
const runs = (/** @type {string} */ path) => {
  const { status } = spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 })
  return status === 0
}

const has = (/** @type {string} */ name) =>
  spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** Returns the command prefix for root rights; undefined if this user has none. */
const rights = () => {
  if (process.getuid?.() === 0) return []
  const isAllowed = has('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0
  return isAllowed ? ['sudo', '-n'] : undefined
}

/** @type {(become: string[], words: string[]) => [string, string[], Record<string, string>]} */
const command = (become, words) => {
  const [first = '', ...rest] = [...become, ...words]
  return [first, rest, { DEBIAN_FRONTEND: 'noninteractive' }]
}
