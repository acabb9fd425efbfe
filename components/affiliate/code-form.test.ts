import { expect, test } from 'vitest'
import { codeHint, explainFailure } from './code-form'

test.each([
  [{ code: 4001, message: '' }, 'You declined the signature'],
  [{ status: 401, message: '' }, 'The signature does not match this wallet'],
  [{ status: 400, message: '' }, 'The account changed while signing'],
  [{ status: 409, message: 'affiliate code already taken' }, 'The code was taken meanwhile'],
  [
    { status: 409, message: 'affiliate wallet address already bound to a code' },
    'This wallet already has a code',
  ],
  [{ status: 503, message: '' }, 'The programme is switched off'],
  [{ status: 500, message: '' }, 'The service did not answer'],
])('%o has its own next step', (error, title) => {
  expect(explainFailure(error).title).toBe(title)
})

test('the pattern is said before it can be got wrong', () => {
  expect(codeHint({ state: 'empty' }).hint).toMatch(/5 to 20/)
  expect(codeHint({ state: 'taken' }).error).toMatch(/taken/)
})
