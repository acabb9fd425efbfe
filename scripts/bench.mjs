// npm run bench [-- <name>]: runs each bench/<name>.ts in turn, each in its own process. A benchmark prints
// `bench <name>: <figure> …` and exits non-zero if it misses its bound.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { checkNode, install } from './install.mjs'

checkNode()
await install()
const wanted = process.argv.slice(2)
const all = existsSync('bench') ? readdirSync('bench') : []
const names = all
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const unknown = wanted.find((name) => !names.includes(name))
if (unknown) {
  console.error(`There is no benchmark ${unknown}; there are: ${names.join(', ') || 'none'}`)
  process.exit(1)
}
const missed = []
for (const name of wanted.length > 0 ? wanted : names) {
  const result = spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.status !== 0) missed.push(name)
}
if (missed.length > 0) {
  console.error(`missed: ${missed.join(', ')}`)
  process.exit(1)
}
