import { expect, test } from 'vitest'
import { carriedCode, decideReferral, type ReferralFacts } from './referral'

const trader = `0x${'aa'.repeat(20)}`
const affiliate = `0x${'bb'.repeat(20)}`
const facts: ReferralFacts = {
  kept: 'COW-12345',
  isRefused: false,
  standing: { state: 'valid', owner: affiliate },
  account: trader,
  bound: undefined,
}
const decide = (change: Partial<ReferralFacts>) => decideReferral({ ...facts, ...change })

test('the code of a link is carried, also before a wallet is connected', () => {
  const referred = { state: 'referred', code: 'COW-12345', isBound: false }
  expect(decide({})).toEqual(referred)
  expect(decide({ account: undefined })).toEqual(referred)
  expect(carriedCode(decide({}))).toBe('COW-12345')
})

test('a code that could not be checked is carried: a wrong one harms nobody', () => {
  expect(carriedCode(decide({ standing: { state: 'unchecked' } }))).toBe('COW-12345')
})

test('one’s own code is not carried, and said so', () => {
  const own = decide({ standing: { state: 'valid', owner: trader } })
  expect(own).toEqual({ state: 'own', code: 'COW-12345' })
  expect(carriedCode(own)).toBeUndefined()
})

test.each(['unknown', 'disabled'] as const)('an %s code is not carried, and said so', (state) => {
  const refused = decide({ standing: { state } })
  expect(refused).toEqual({ state, code: 'COW-12345' })
  expect(carriedCode(refused)).toBeUndefined()
})

test('a bound account carries the code it is bound to, whatever link comes later', () => {
  const late = decide({ bound: 'FIRST-1' })
  expect(late).toEqual({ state: 'bound-elsewhere', code: 'FIRST-1', kept: 'COW-12345' })
  expect(carriedCode(late)).toBe('FIRST-1')
  const bound = { state: 'referred', code: 'FIRST-1', isBound: true }
  expect(decide({ bound: 'FIRST-1', kept: 'FIRST-1' })).toEqual(bound)
  expect(decide({ bound: 'FIRST-1', kept: undefined })).toEqual(bound)
})

test('nothing is carried where no link came, or the code was removed', () => {
  expect(decide({ kept: undefined })).toEqual({ state: 'none' })
  expect(decide({ isRefused: true, bound: 'FIRST-1' })).toEqual({ state: 'none' })
  expect(carriedCode({ state: 'none' })).toBeUndefined()
})
