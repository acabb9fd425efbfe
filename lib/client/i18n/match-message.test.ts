import { expect, test } from 'vitest'
import { matchMessage } from './match-message'
import { sentence } from './sentence'

const sayings = {
  wait: 'wait for {seconds} s',
  redirects: 'answered {status}, and redirects are not followed',
  answered: 'answered {status}',
} as const

test('returns the first matching template with its values', () => {
  expect(matchMessage(sayings, 'wait for 5 s')).toEqual({ name: 'wait', values: { seconds: '5' } })
  expect(matchMessage(sayings, ' answered 301, and redirects are not followed ')).toEqual({
    name: 'redirects',
    values: { status: '301' },
  })
  expect(matchMessage(sayings, 'answered 500')?.name).toBe('answered')
})

test('does not match a part of a message, nor a message with more text around it', () => {
  expect(matchMessage(sayings, 'wait for')).toBeUndefined()
  expect(matchMessage(sayings, 'please wait for 5 s')).toBeUndefined()
  expect(matchMessage({ dot: 'a.b' }, 'axb')).toBeUndefined()
})

test('a sentence is capitalised and ends with one full stop', () => {
  expect(sentence(' the order has ended')).toBe('The order has ended.')
  expect(sentence('Why?')).toBe('Why?')
  expect(sentence('validTo is in the past')).toBe('validTo is in the past.')
})
