import { describe, expect, test } from 'vitest'
import { findLockFaults, judgeSignatures } from './check-packages.mjs'

const integrity = `sha512-${'a'.repeat(86)}==`

describe('the lock file', () => {
  const faultsOf = (entry: object) =>
    findLockFaults({ packages: { '': {}, 'node_modules/a': entry } })

  test('pins each package by version and hash', () => {
    expect(faultsOf({ version: '1.2.3-beta.1', integrity })).toEqual([])
    expect(faultsOf({ version: '1.2.3' })).toEqual(['node_modules/a has no integrity'])
    expect(faultsOf({ version: '^1.2.3', integrity })).toEqual([
      'node_modules/a has no exact version',
    ])
    expect(faultsOf({ version: '1.2.3', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })).toEqual([
      'node_modules/a has a weak integrity',
    ])
  })

  test('names no source but the registry', () => {
    for (const resolved of [
      'https://packages.example/a.tgz',
      'git+ssh://git@host.example/a.git',
      '../a',
    ]) {
      expect(faultsOf({ version: '1.2.3', integrity, resolved })).toEqual([
        `node_modules/a comes from ${resolved}`,
      ])
    }
    expect(faultsOf({ link: true })).toEqual(['node_modules/a comes from a link'])
  })

  test('may lack the hashes of optional packages of other platforms', () => {
    const entry = { version: '1.2.3', os: ['darwin'], cpu: ['arm64'] }
    expect(faultsOf({ ...entry, optional: true })).toEqual([])
    expect(faultsOf(entry)).toEqual(['node_modules/a has no integrity'])
  })
})

describe('the signatures of packages', () => {
  const judge = (output: object) => judgeSignatures(JSON.stringify(output), 100)
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `p${index}`, version: '1.0.0' }))

  test('pass when all of them are right', () => {
    expect(judge({ invalid: [], missing: [] })).toBe('all signatures are right')
  })

  test('fail when one is wrong, or single ones are missing', () => {
    expect(() => judge({ invalid: named(1), missing: named(90) })).toThrow(
      'wrong signatures: p0@1.0.0',
    )
    expect(() => judge({ invalid: [], missing: named(2) })).toThrow(
      'missing signatures: p0@1.0.0, p1@1.0.0',
    )
  })

  test.each([
    [{ invalid: [], missing: named(90) }, 'the registry has no signatures'],
    [
      { error: { code: null, summary: 'found no dependencies to audit that were installed' } },
      'the registry has no keys',
    ],
    [{ error: { code: 'ENOTFOUND', summary: 'getaddrinfo' } }, 'signatures not checked: ENOTFOUND'],
    [{ error: { code: 'E503', summary: 'unavailable' } }, 'signatures not checked: E503'],
  ])('are not judged where none can be had: %j', (output, found) => {
    expect(judge(output)).toBe(found)
  })

  test('fail on any other error', () => {
    const error = { code: 'EJSONPARSE', summary: 'bad answer' }
    expect(() => judge({ error })).toThrow('EJSONPARSE bad answer')
  })
})
