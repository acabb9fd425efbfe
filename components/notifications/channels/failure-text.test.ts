import { expect, test } from 'vitest'
import { ApiError } from '@/lib/client/request'
import { translatorOf } from '@/lib/testing/translator-of'
import { failureText } from './failure-text'

const t = translatorOf('notifications')

test('what the service says of a mistake is told as a sentence', () => {
  const error = new ApiError(409, { message: 'the account has this channel already' })
  expect(failureText(t, error)).toBe('The account has this channel already.')
})

test('an outage, a session that is over and a lost connection are told apart', () => {
  expect(failureText(t, new ApiError(500, { message: 'internal error' }))).toContain('Try again')
  expect(failureText(t, new ApiError(401, { message: 'sign in first' }))).toContain('Sign in again')
  expect(failureText(t, new TypeError('failed to fetch'))).toContain('could not be reached')
  expect(failureText(t, new ApiError(503, { message: 'this channel is switched off' }))).toBe(
    'This channel is switched off.',
  )
})

test('fields of the API are named as the page names them', () => {
  const error = new ApiError(400, { message: 'url must be an https address' })
  expect(failureText(t, error)).toBe('This must be an https address.')
})
