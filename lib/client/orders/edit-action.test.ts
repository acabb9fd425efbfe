import { describe, expect, test } from 'vitest'
import { type ApprovalPhase, startApproval } from '@/lib/client/swap/approval-state'
import { decideEditAction, type EditFacts } from './edit-action'

const approved = { ...startApproval(5n), allowance: 5n }
const ready: EditFacts = {
  ...{ isOnline: true, progress: 'idle', amounts: 'given', balance: 'enough' },
  ...{ approval: approved, loss: 'low', hasConsent: true },
}
const decide = (facts: Partial<EditFacts>) => decideEditAction({ ...ready, ...facts })
const missing = { ...startApproval(5n), allowance: 4n }
const asking = (phase: ApprovalPhase) => decide({ approval: { ...missing, phase } })

test('signs once nothing is missing', () => {
  expect(decide({})).toEqual({ step: 'sign', does: 'sign', isBusy: false })
  expect(decide({ approval: undefined })).toMatchObject({ step: 'sign' })
})

test.each([
  [{ isOnline: false }, 'offline'],
  [{ amounts: 'wrong' }, 'amount-wrong'],
  [{ balance: 'short' }, 'balance-short'],
  [{ hasConsent: false }, 'consent-missing'],
] as const)('says what is missing: %o', (facts, step) => {
  expect(decide(facts)).toEqual({ step, does: 'none', isBusy: false })
})

test.each([
  [{ balance: 'unknown' }, 'balance-unknown'],
  [{ approval: startApproval(5n) }, 'allowance-unknown'],
  [{ loss: 'loading' }, 'loss-unknown'],
  [{ progress: 'signing' }, 'signing'],
  [{ progress: 'sending' }, 'sending'],
] as const)('waits: %o', (facts, step) => {
  expect(decide(facts)).toEqual({ step, does: 'none', isBusy: true })
})

test('a balance that is too low comes before the allowance', () => {
  expect(decide({ approval: missing, balance: 'short' }).step).toBe('balance-short')
})

describe('an allowance that is too low', () => {
  test('is raised first', () => {
    expect(decide({ approval: missing })).toEqual({
      step: 'approve',
      does: 'approve',
      isBusy: false,
    })
  })

  test('is awaited, and asked for again if the wallet is silent', () => {
    const wallet = { at: 'wallet', step: 'approve', id: 1 } as const
    expect(asking({ ...wallet, isLate: false })).toMatchObject({ step: 'approving', isBusy: true })
    expect(asking({ ...wallet, isLate: true })).toEqual({
      ...{ step: 'approve-late', does: 'approve', isBusy: false },
    })
    expect(asking({ at: 'reading', id: 1 }).step).toBe('approving')
  })
})
