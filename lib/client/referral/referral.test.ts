import { expect, test } from 'vitest'
import {
  type CodeStatus,
  carriedCode,
  decideReferral,
  isChecking,
  isTradeWithoutCode,
  type ReferralFacts,
} from './referral'

const trader = `0x${'aa'.repeat(20)}`
const valid: CodeStatus = { state: 'valid', owner: `0x${'bb'.repeat(20)}` }
const link = (status: CodeStatus = valid) => ({ code: 'COW-12345', status })
const first = (status: CodeStatus = valid) => ({ code: 'FIRST-1', status })
const facts: ReferralFacts = {
  linked: link(),
  isRefused: false,
  account: trader,
  bound: undefined,
  binding: 'known',
  hasTraded: false,
}
const decide = (change: Partial<ReferralFacts>) => decideReferral({ ...facts, ...change })
const isAwaited = (change: Partial<ReferralFacts>) => isChecking({ ...facts, ...change })

test('orders carry a link’s code, even before a wallet is connected', () => {
  const referred = { state: 'referred', code: 'COW-12345', isUnchecked: false }
  expect(decide({})).toEqual(referred)
  expect(decide({ account: undefined })).toEqual(referred)
  expect(carriedCode(decide({}))).toBe('COW-12345')
})

test('orders carry a code that could not be checked, with a note: an invalid one has no effect', () => {
  const unchecked = { state: 'referred', code: 'COW-12345', isUnchecked: true }
  expect(decide({ linked: link({ state: 'unchecked' }) })).toEqual(unchecked)
  expect(decide({ binding: 'unchecked' })).toEqual(unchecked)
  expect(carriedCode(decide({ binding: 'unchecked' }))).toBe('COW-12345')
  expect(decide({ linked: undefined, bound: first({ state: 'unchecked' }) })).toEqual({
    state: 'referred',
    code: 'FIRST-1',
    isUnchecked: true,
  })
})

test('orders do not carry the account’s own code, with a note', () => {
  const own = decide({ linked: link({ state: 'valid', owner: trader }) })
  expect(own).toEqual({ state: 'own', code: 'COW-12345' })
  expect(carriedCode(own)).toBeUndefined()
})

test('an account that already traded without a code sees that the code comes too late', () => {
  const late = { state: 'late', code: 'COW-12345' }
  expect(decide({ hasTraded: true })).toEqual(late)
  expect(carriedCode(decide({ hasTraded: true }))).toBe('COW-12345')
  // A bound account's trades are eligible whatever it traded before the service knew.
  expect(decide({ hasTraded: true, bound: first() })).toMatchObject({ state: 'bound-elsewhere' })
  expect(decide({ hasTraded: true, binding: 'unchecked' })).toMatchObject({ state: 'referred' })
})

test.each(['unknown', 'disabled'] as const)(
  'orders do not carry an %s code, with a note',
  (state) => {
    const refused = decide({ linked: link({ state }) })
    expect(refused).toEqual({ state, code: 'COW-12345' })
    expect(carriedCode(refused)).toBeUndefined()
  },
)

test('a bound account’s orders carry its bound code, whatever later links say', () => {
  const late = decide({ bound: first() })
  expect(late).toEqual({ state: 'bound-elsewhere', code: 'FIRST-1', linked: 'COW-12345' })
  expect(carriedCode(late)).toBe('FIRST-1')
  const bound = { state: 'referred', code: 'FIRST-1', isUnchecked: false }
  expect(decide({ bound: first(), linked: first() })).toEqual(bound)
  expect(decide({ bound: first(), linked: undefined })).toEqual(bound)
})

test.each(['unknown', 'disabled'] as const)(
  'an account bound to an %s code carries none, whatever later links say',
  (state) => {
    const ended = decide({ bound: first({ state }) })
    expect(ended).toEqual({ state: 'bound-ended', code: 'FIRST-1' })
    expect(decide({ bound: first({ state }), linked: undefined })).toEqual(ended)
    expect(carriedCode(ended)).toBeUndefined()
  },
)

test('orders carry no code without a link, after its removal, or without a programme', () => {
  expect(decide({ linked: undefined })).toEqual({ state: 'none' })
  expect(decide({ isRefused: true, bound: first() })).toEqual({ state: 'none' })
  expect(decide({ linked: link({ state: 'off' }) })).toEqual({ state: 'none' })
  expect(carriedCode({ state: 'none' })).toBeUndefined()
})

test('orders wait only for the checks that determine their code', () => {
  const checking: CodeStatus = { state: 'checking' }
  expect(isAwaited({ linked: link(checking) })).toBe(true)
  expect(isAwaited({ binding: 'checking', linked: undefined })).toBe(true)
  expect(isAwaited({ bound: first(checking) })).toBe(true)
  expect(isAwaited({ bound: first(), linked: link(checking) })).toBe(false)
  expect(isAwaited({ isRefused: true, binding: 'checking', linked: link(checking) })).toBe(false)
  expect(isAwaited({ linked: link({ state: 'unchecked' }), binding: 'unchecked' })).toBe(false)
  expect(isAwaited({})).toBe(false)
})

test.each([
  ['1', '{"metadata":{}}', true],
  ['1', null, false],
  ['1', '{"metadata":{"referrer":{"code":"COW-12345"}}}', false],
  ['0', '{"metadata":{}}', false],
] as const)(
  'an order that bought %s with app data %s is a trade without a code: %s',
  (...given) => {
    const [executedBuyAmount, fullAppData, expected] = given
    expect(isTradeWithoutCode({ executedBuyAmount, fullAppData })).toBe(expected)
  },
)
