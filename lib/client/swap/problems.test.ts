import { UserRejectedRequestError } from 'viem'
import { expect, test } from 'vitest'
import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/sign-order'
import { readQuoteFailure } from './quote-failure'
import { describeQuoteProblem } from './quote-problem'
import { describeSigningProblem } from './signing-problem'

const refused = (status: number, errorType: string, description: string) =>
  new ApiError(status, { errorType, description })

test('an amount below the cost, a missing route and an unsupported token each have their words', () => {
  const short = (code: string) =>
    describeQuoteProblem(readQuoteFailure(refused(400, code, 'why')), 'WETH').short
  expect(short('SellAmountDoesNotCoverFee')).toBe('Amount too small')
  expect(short('NoLiquidity')).toBe('No route for this size')
  expect(short('UnsupportedToken')).toBe('Token can’t be traded')
})

test('a quote is worth asking for again when the service failed, not when it refused', () => {
  const canRetry = (error: unknown) =>
    describeQuoteProblem(readQuoteFailure(error), 'WETH').canRetry
  expect(canRetry(refused(500, 'InternalServerError', 'down'))).toBe(true)
  expect(canRetry(new TypeError('Failed to fetch'))).toBe(true)
  expect(canRetry(refused(429, 'RateLimited', 'slow down'))).toBe(true)
  expect(canRetry(refused(400, 'InvalidParameter', 'sellToken is missing'))).toBe(false)
})

test('a declined request is no error, however deep the wallet library wraps it', () => {
  const declined = new UserRejectedRequestError(new Error('no'))
  const wrapped = new Error('outer', { cause: new Error('inner', { cause: declined }) })
  expect(describeSigningProblem(declined).tone).toBe('info')
  expect(describeSigningProblem(wrapped).title).toBe('You declined the request')
})

test('a refused order names the reason and keeps the words of the service', () => {
  const problem = describeSigningProblem(refused(400, 'InsufficientAllowance', 'approve 5 more'))
  expect(problem).toMatchObject({ title: 'Not enough allowance', advice: 'approve 5 more' })
  expect(describeSigningProblem(refused(500, 'InternalServerError', 'x')).title).toBe(
    'The service is not answering',
  )
})

test('a signature for something else is told as such', () => {
  const error = new SigningError('wrong-signer', 'The wallet changed to another account.')
  expect(describeSigningProblem(error).title).toBe('The wallet changed to another account.')
})
