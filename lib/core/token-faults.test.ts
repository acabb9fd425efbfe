import { expect, test } from 'vitest'
import { parseStoredFault, type TokenFault, tokenFaults } from './token-faults'

test.each(Object.keys(tokenFaults) as TokenFault[])('reads %s from rows, old and new', (fault) => {
  expect(parseStoredFault(fault)).toBe(fault)
  expect(parseStoredFault(tokenFaults[fault])).toBe(fault)
})

test('a row with any other text stays rejected', () => {
  expect(parseStoredFault('for a test')).toBe('failing')
})
