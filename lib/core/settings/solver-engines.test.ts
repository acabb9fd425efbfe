import { expect, test } from 'vitest'
import { parseSolverEngines } from './solver-engines'

test('parses solver engines as names with URLs', () => {
  expect(parseSolverEngines(undefined)).toEqual([])
  expect(
    parseSolverEngines('a=http://127.0.0.1:9000/mainnet/, b-2=https://solver.example'),
  ).toEqual([
    { name: 'a', url: 'http://127.0.0.1:9000/mainnet' },
    { name: 'b-2', url: 'https://solver.example' },
  ])
})

test.each([
  ['http://127.0.0.1', 'entry 1'],
  ['a=http://x,b=ftp://x', 'entry 2'],
  ['A=http://x', 'entry 1'],
  ['a=http://x,a=http://y', 'the name a is taken'],
  ['route=http://x', 'the name route is taken'],
])('rejects %s', (text, reason) => {
  expect(() => parseSolverEngines(text)).toThrow(reason)
})
