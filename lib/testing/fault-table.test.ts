import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every fault is held by tests or drills that exist', () => {
  const text = readFileSync('docs/operations/faults.md', 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (?!fault |---)/.test(line))
  expect(rows.length).toBeGreaterThan(25)
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file)
    expect(files.length, row).toBeGreaterThan(0)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  }
})
