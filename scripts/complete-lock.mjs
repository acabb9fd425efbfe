// node scripts/complete-lock.mjs: adds to package-lock.json the optional packages of other platforms that npm omitted
// because its registry lacked them. `npm ci` rejects a lock file without them, although it would not install them
// here. Run it after each change of the lock file.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
/** @type {Record<string, string>} */
const processors = {
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  mipsel: 'mipsel',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []

const platformOf = (/** @type {string} */ name) => {
  const words = name.slice(name.indexOf('/') + 1).split(/[-.]/)
  const os =
    words.find((word) => systems.includes(word)) ??
    (words.includes('windows') ? 'win32' : undefined)
  const cpu = words.map((word) => processors[word]).find(Boolean)
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : undefined
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  }
}

const isFound = (/** @type {string} */ from, /** @type {string} */ name) => {
  for (let path = from; ; path = path.slice(0, path.lastIndexOf('/node_modules/'))) {
    if (lock.packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
    if (!path.includes('/node_modules/'))
      return path !== '' && Boolean(lock.packages[`node_modules/${name}`])
  }
}

for (const [path, { optionalDependencies, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    if (isFound(path, name)) continue
    const platform = platformOf(name)
    if (Object.keys(platform).length === 0 || !/^\d/.test(version)) {
      console.error(
        `${path}: ${name}@${version} is missing, and its name does not contain its platform`,
      )
      process.exitCode = 1
      continue
    }
    const { os, cpu, libc } = platform
    const entry = {
      version,
      ...(cpu ? { cpu } : {}),
      ...(dev ? { dev } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      ...(os ? { os } : {}),
    }
    lock.packages[`node_modules/${name}`] = entry
    added.push(name)
  }
}
const entries = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries(entries)
if (added.length > 0) writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`added ${added.length}`)
