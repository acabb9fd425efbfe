import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { artifactPath, compileContracts } from './compile-contracts'

test('recompiling the contracts reproduces the committed artifacts', { tags: ['long'] }, () => {
  const compiled = compileContracts()
  const committed = readdirSync(dirname(artifactPath('token'))).map((file) => file.slice(0, -5))
  expect(Object.keys(compiled).sort()).toEqual(committed.sort())
  for (const [name, artifact] of Object.entries(compiled)) {
    expect(JSON.parse(readFileSync(artifactPath(name), 'utf8')), name).toEqual(artifact)
  }
})
