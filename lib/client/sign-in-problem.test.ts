import { expect, test } from 'vitest'
import { translatorOf } from '@/lib/testing/translator-of'
import { ApiError } from './request'
import { SignInError } from './sign-in'
import { describeSignInProblem } from './sign-in-problem'

const declined = Object.assign(new Error('User rejected'), { code: 4001 })

test.each<[string, unknown, string, string]>([
  ['a declined request', new Error('wrapped', { cause: declined }), 'info', 'You declined'],
  [
    'a page at another address',
    new SignInError({ served: 'http://a', shown: 'http://b' }),
    'danger',
    'at another address',
  ],
  ['a refusal', new ApiError(401, { message: 'expired' }), 'danger', 'was not accepted'],
  ['too many accounts', new ApiError(409, { message: 'five' }), 'danger', 'Too many accounts'],
  ['a service without sign-in', new ApiError(503, {}), 'danger', 'not available here'],
  ['an outage', new ApiError(500, {}, 2), 'danger', 'not responding'],
  ['a wallet that fails', new Error('No key\nRequest: …'), 'danger', 'The wallet could not'],
])('describes %s', (_what, error, tone, title) => {
  const problem = describeSignInProblem(translatorOf('wallet'), error)
  expect(problem).toMatchObject({ tone, title: expect.stringContaining(title) })
  expect(problem.advice).not.toContain('\n')
  expect(problem.advice).not.toBe('')
})
