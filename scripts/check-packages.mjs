// npm run packages: checks that package-lock.json pins every package by its hash, and that the registry's signatures of the
// installed ones are right. A registry or network that offers no signatures is reported, and no failure.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ name: string, version: string }} Audited
 */

/**
 * Returns what is wrong with a lock file: a package without a hash, or from elsewhere than the registry, whose URLs npm
 * omits. Optional packages of other platforms may lack a hash: npm adds none where the registry did not serve them.
 *
 * @type {(lock: { packages: Record<string, LockedPackage> }) => string[]}
 */
export const findLockFaults = ({ packages }) =>
  Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '') return []
    const { version = '', resolved, integrity, link } = entry
    if (resolved !== undefined || link) return [`${path} comes from ${resolved ?? 'a link'}`]
    if (!/^\d+\.\d+\.\d+(?:[-+].+)?$/.test(version)) return [`${path} has no exact version`]
    if (integrity === undefined && !isOfOtherPlatform(entry)) return [`${path} has no integrity`]
    if (integrity !== undefined && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) {
      return [`${path} has a weak integrity`]
    }
    return []
  })

/** @type {(entry: LockedPackage) => boolean} */
const isOfOtherPlatform = ({ optional, os, cpu }) => optional === true && Boolean(os ?? cpu)

/** Codes of npm's errors when a host is unreachable, or answers neither keys nor metadata. */
const unreachable =
  /^(?:E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|[45]\d\d)|ERR_SOCKET_TIMEOUT|FETCH_ERROR|TUF_.*)$/

/**
 * Judges the output of `npm audit signatures --json`. Returns what was verified, or why nothing could be.
 *
 * @type {(json: string, installed: number) => string}
 * @throws {Error} naming the packages with a wrong or missing signature.
 */
export const judgeSignatures = (json, installed) => {
  /** @type {{ invalid?: Audited[], missing?: Audited[], error?: { code?: string | null, summary?: string } }} */
  const { invalid = [], missing = [], error } = JSON.parse(json)
  if (error) {
    const { code, summary = '' } = error
    if (unreachable.test(code ?? '')) return `signatures not checked: ${code}`
    if (summary.includes('found no dependencies to audit')) return 'the registry has no keys'
    throw new Error(`npm audit signatures failed: ${code ?? ''} ${summary}`)
  }
  if (invalid.length > 0) throw new Error(`wrong signatures: ${list(invalid)}`)
  if (missing.length === 0) return 'all signatures are right'
  // A mirror may serve packages without any signatures; some packages are not audited.
  if (missing.length * 2 >= installed) return 'the registry has no signatures'
  throw new Error(`missing signatures: ${list(missing)}`)
}

const list = (/** @type {Audited[]} */ packages) =>
  packages.map(({ name, version }) => `${name}@${version}`).join(', ')

/** @type {() => Promise<string>} */
const auditSignatures = () =>
  new Promise((resolve, reject) => {
    const args = ['audit', 'signatures', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
    const npm = process.env.npm_execpath
    const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'ignore'])
    const child = spawn(command, [...first, ...args], { stdio })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })

/**
 * Checks lock file and signatures; returns what was found about the latter.
 *
 * @type {() => Promise<string>}
 * @throws {Error} naming each package at fault.
 */
export const checkPackages = async () => {
  const faults = findLockFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  if (faults.length > 0) throw new Error(`package-lock.json:\n${faults.join('\n')}`)
  const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'))
  const names = Object.values(
    /** @type {Record<string, LockedPackage & { name?: string }>} */ (packages),
  )
  return judgeSignatures(await auditSignatures(), names.length)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await checkPackages())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
