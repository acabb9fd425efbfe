// Installs the packages if they differ from package-lock.json, and generates the database client if it differs from
// the schema. Plain Node, since no package may be installed yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { step } from './steps.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Exits with a message unless Node supports the database client and the test runner. */
export const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  const needed = '20.19 or a later 20, 22.12 or a later 22, or 24 and newer'
  console.error(`Node ${process.versions.node} is not supported: this service needs ${needed}.`)
  process.exit(1)
}

/** Brings node_modules and the generated client up to date, one step for each outdated part. */
export const install = async () => {
  process.chdir(root)
  if (!isInstalled()) await step('Install packages', installPackages)
  if (!isGenerated()) {
    await step('Generate database client', () => run(process.execPath, ['scripts/generate.mjs']))
    writeFileSync('prisma/generated/.schema', schemaHash())
  }
}

/** npm writes its hidden lock file last, so an interrupted installation has none or an older one. */
const isInstalled = () => {
  const hidden = readJson('node_modules/.package-lock.json')
  if (!hidden) return false
  const wanted = Object.entries(readJson('package-lock.json')?.packages ?? {})
  return wanted.every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = hidden.packages?.[path]
    return found ? found.version === version : optional === true
  })
}

const readJson = (/** @type {string} */ path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const schemaHash = () => {
  const hash = createHash('sha256').update(readFileSync('prisma/schema.prisma'))
  return hash.update(readFileSync('package-lock.json')).digest('hex')
}

const isGenerated = () => {
  const stamp = 'prisma/generated/.schema'
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === schemaHash()
}

/** @type {(report: import('./steps.mjs').Report) => Promise<void>} */
const installPackages = async (report) => {
  report('npm ci')
  // No package needs its install script; the start replaces the one of PostgreSQL.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args])
  else await run('npm', args)
  report('')
}

/**
 * Runs a command; prints its output if it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {Promise<void>}
 */
export const run = (command, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-20_000)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} failed (${code}):\n${output.trim()}`))
    })
  })
