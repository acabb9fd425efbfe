import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleProcesses, hintCompilation } from './build'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The packages that the build of the pages leaves outside. */
function serverPackages(): readonly string[] {
  const config = readFileSync('next.config.mjs', 'utf8')
  const list = /serverExternalPackages: \[([^\]]*)\]/.exec(config)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}

test('dependencies are the packages that processes load in production, and no others', async () => {
  const { all: loaded, atStart } = await bundleProcesses({ write: false })
  expect(serverPackages()).toContain('secp256k1')
  // Next takes React from the project.
  const expected = new Set([...loaded, ...serverPackages(), 'react', 'react-dom'])
  expect(Object.keys(dependencies).sort()).toEqual([...expected].sort())
  // Traces cost nothing while they are off.
  expect([...atStart].filter((name) => name.startsWith('@opentelemetry/'))).toEqual([])
})

test('adds the compile hint once, to scripts only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chunks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'app'))
  const files = { 'a.js': 'push(1)', 'app/b.js': 'push(2)', 'c.css': 'p{}' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await hintCompilation(folder)
  await hintCompilation(folder)
  const written = Object.keys(files).map((name) => readFileSync(join(folder, name), 'utf8'))
  const hint = '//# allFunctionsCalledOnLoad\n'
  expect(written).toEqual([`${hint}push(1)`, `${hint}push(2)`, 'p{}'])
})
