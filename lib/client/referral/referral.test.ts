import { expect, test } from 'vitest'
import {
  type CodeStanding,
  carriedCode,
  decideReferral,
  isChecking,
  type ReferralFacts,
} from './referral'

const trader = `0x${'aa'.repeat(20)}`
const valid: CodeStanding = { state: 'valid', owner: `0x${'bb'.repeat(20)}` }
const link = (standing: CodeStanding = valid) => ({ code: 'COW-12345', standing })
const first = (standing: CodeStanding = valid) => ({ code: 'FIRST-1', standing })
const facts: ReferralFacts = {
  kept: link(),
  isRefused: false,
  account: trader,
  bound: undefined,
  binding: 'known',
}
const decide = (change: Partial<ReferralFacts>) => decideReferral({ ...facts, ...change })
const isAwaited = (change: Partial<ReferralFacts>) => isChecking({ ...facts, ...change })

test('the code of a link is carried, also before a wallet is connected', () => {
  const referred = { state: 'referred', code: 'COW-12345', isUnchecked: false }
  expect(decide({})).toEqual(referred)
  expect(decide({ account: undefined })).toEqual(referred)
  expect(carriedCode(decide({}))).toBe('COW-12345')
})

test('a code that could not be checked is carried and said so: a wrong one counts as none', () => {
  const unchecked = { state: 'referred', code: 'COW-12345', isUnchecked: true }
  expect(decide({ kept: link({ state: 'unchecked' }) })).toEqual(unchecked)
  expect(decide({ binding: 'unchecked' })).toEqual(unchecked)
  expect(carriedCode(decide({ binding: 'unchecked' }))).toBe('COW-12345')
  expect(decide({ kept: undefined, bound: first({ state: 'unchecked' }) })).toEqual({
    state: 'referred',
    code: 'FIRST-1',
    isUnchecked: true,
  })
})

test('one’s own code is not carried, and said so', () => {
  const own = decide({ kept: link({ state: 'valid', owner: trader }) })
  expect(own).toEqual({ state: 'own', code: 'COW-12345' })
  expect(carriedCode(own)).toBeUndefined()
})

test.each(['unknown', 'disabled'] as const)('an %s code is not carried, and said so', (state) => {
  const refused = decide({ kept: link({ state }) })
  expect(refused).toEqual({ state, code: 'COW-12345' })
  expect(carriedCode(refused)).toBeUndefined()
})

test('a bound account carries the code it is bound to, whatever link comes later', () => {
  const late = decide({ bound: first() })
  expect(late).toEqual({ state: 'bound-elsewhere', code: 'FIRST-1', kept: 'COW-12345' })
  expect(carriedCode(late)).toBe('FIRST-1')
  const bound = { state: 'referred', code: 'FIRST-1', isUnchecked: false }
  expect(decide({ bound: first(), kept: first() })).toEqual(bound)
  expect(decide({ bound: first(), kept: undefined })).toEqual(bound)
})

test.each(['unknown', 'disabled'] as const)(
  'an account that is bound to an %s code carries none, whatever link comes later',
  (state) => {
    const ended = decide({ bound: first({ state }) })
    expect(ended).toEqual({ state: 'bound-ended', code: 'FIRST-1' })
    expect(decide({ bound: first({ state }), kept: undefined })).toEqual(ended)
    expect(carriedCode(ended)).toBeUndefined()
  },
)

test('nothing is carried where no link came, the code was removed, or there is no programme', () => {
  expect(decide({ kept: undefined })).toEqual({ state: 'none' })
  expect(decide({ isRefused: true, bound: first() })).toEqual({ state: 'none' })
  expect(decide({ kept: link({ state: 'off' }) })).toEqual({ state: 'none' })
  expect(carriedCode({ state: 'none' })).toBeUndefined()
})

test('orders wait for what decides their code, and for nothing else', () => {
  const checking: CodeStanding = { state: 'checking' }
  expect(isAwaited({ kept: link(checking) })).toBe(true)
  expect(isAwaited({ binding: 'checking', kept: undefined })).toBe(true)
  expect(isAwaited({ bound: first(checking) })).toBe(true)
  expect(isAwaited({ bound: first(), kept: link(checking) })).toBe(false)
  expect(isAwaited({ isRefused: true, binding: 'checking', kept: link(checking) })).toBe(false)
  expect(isAwaited({ kept: link({ state: 'unchecked' }), binding: 'unchecked' })).toBe(false)
  expect(isAwaited({})).toBe(false)
})
