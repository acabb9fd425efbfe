import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundleProcesses } from './build'

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
