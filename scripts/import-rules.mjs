// Writes biome.imports.json from import-rules.json: the allowed imports per module, and the files they may go through
// (doors). `--check` fails if the file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'

const target = 'biome.imports.json'

/** @type {{ floors: string[][], doors: Record<string, string[]> }} */
const { floors, doors } = JSON.parse(
  readFileSync(new URL('./import-rules.json', import.meta.url), 'utf8'),
)

const modules = floors.flat()
/** Modules that are a single file of lib. */
const files = ['config', 'context', 'log', 'log-error', 'guard-output', 'resolve-host']
/** @type {(name: string) => string} */
const importOf = (name) => (files.includes(name) ? `@/lib/${name}` : `@/lib/${name}/**`)

/** Returns the imports banned for `name`: modules of its own floor and above, and files behind a door. */
const bans = (/** @type {string} */ name) => {
  const floor = floors.findIndex((names) => names.includes(name))
  const isServer = floor === floors.length - 1
  // Base modules and servers may import their peers.
  const first = isServer || floor === 1 ? floor + 1 : floor
  const above = floors
    .slice(first)
    .flat()
    .filter((other) => other !== name)
  const outside = ['@/app/**', '@/components/**', '@/lib/testing/**']
  if (!isServer) outside.push('@/lib/client/**')
  return [
    { group: [...outside, ...above.map(importOf)], message: `${name} imports lower modules only` },
    ...behindDoors(name, above),
  ]
}

/** @type {(name: string, banned?: readonly string[]) => { group: string[], message: string }[]} */
const behindDoors = (name, banned = []) =>
  Object.entries(doors)
    .filter(([other]) => other !== name && !banned.includes(other))
    .map(([other, door]) => ({
      group: [`@/lib/${other}/**`, ...door.map((file) => `!@/lib/${other}/${file}`)],
      message: `Not a door of ${other}: see scripts/import-rules.json, run import-rules.mjs`,
    }))

const pages = {
  'lib/client/**': {
    message: 'Browser code imports core, pure domain files and endpoint types only',
    group: ['@/app/**', '@/components/**', '@/lib/config', '@/lib/context'],
  },
  'components/**': {
    message: 'Components import core, client and pure domain files only',
    group: ['@/app/**', '@/lib/config', '@/lib/context'],
  },
  'app/**': {
    message: 'Pages and routes import api, http, client, components and reading actions',
    group: [],
  },
}
const servers = ['db', 'workers', 'operator', 'devnet', 'testing'].map((name) => `@/lib/${name}/**`)
const notForBrowsers = ['@/lib/chain/**', '@/lib/http/**']

const across = { group: ['../**'], message: 'Import across folders by @/…' }
const links = {
  group: ['next/link'],
  message: 'Use components/ui/link, which fetches nothing ahead',
}
const tests = ['!**/*.test.ts', '!**/*.test.tsx']
/** @type {(includes: string[], patterns: object[]) => object} */
const override = (includes, patterns) => ({
  includes: [...includes, ...tests],
  linter: {
    rules: {
      style: {
        noRestrictedImports: { level: 'error', options: { patterns: [across, ...patterns] } },
      },
    },
  },
})

const overrides = [
  ...modules.map((name) =>
    override([files.includes(name) ? `lib/${name}.ts` : `lib/${name}/**`], bans(name)),
  ),
  ...Object.entries(pages).map(([folder, { message, group }]) => {
    const browsers = folder === 'app/**' ? [] : notForBrowsers
    const stores = ['@/prisma/**', '@/lib/**/*-store']
    const banned = { message, group: [...group, ...servers, ...browsers, ...stores] }
    return override([folder], [banned, links, ...behindDoors('')])
  }),
]
const text = `${JSON.stringify({ root: false, overrides })}\n`

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    throw new Error(`${target} is out of date: node scripts/import-rules.mjs`)
  }
} else writeFileSync(target, text)
