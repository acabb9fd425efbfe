import { expect, test } from 'vitest'
import { translatorOf } from '@/lib/testing/translator-of'
import { accountChanged, explainFailure } from './registration-failure'

const t = translatorOf('affiliate')

test.each([
  [{ code: 4001, message: '' }, 'You declined the signature', 'sign'],
  [{ code: 4100, message: '' }, 'Wrong account in the wallet', 'sign'],
  [accountChanged, 'The account changed while signing', 'sign'],
  [{ status: 400, message: '' }, 'The account changed while signing', 'sign'],
  [{ status: 401, message: '' }, 'The signature does not match this wallet', 'sign'],
  [
    { status: 409, message: 'affiliate code already taken' },
    'Someone else took this code',
    'choose',
  ],
  [
    { status: 409, message: 'affiliate wallet address already bound to a code' },
    'This wallet already has a code',
    'show',
  ],
  [{ status: 429, message: '' }, 'The service is busy', 'resend'],
  [{ status: 500, message: '' }, 'The service did not respond', 'resend'],
  [{ message: 'Failed to fetch' }, 'The service did not respond', 'resend'],
  [{ status: 503, message: '' }, 'The programme is turned off', 'none'],
])('%o has its own next step', (error, title, next) => {
  expect(explainFailure(t, error)).toMatchObject({ title, next })
})

test('tells a smart wallet the network where it must be deployed', () => {
  expect(explainFailure(t, { status: 401, message: '' }).advice).toMatch(
    /exist on Ethereum mainnet/,
  )
})

test('a declined request is not an error', () => {
  expect(explainFailure(t, { code: 4001, message: '' }).tone).toBe('info')
})

test('waits as long as the service asks for', () => {
  expect(explainFailure(t, { status: 429, message: '', retryAfterSeconds: 2.5 }).waitSeconds).toBe(
    3,
  )
  expect(explainFailure(t, { status: 500, message: '' })).not.toHaveProperty('waitSeconds')
})
