import { expect, test } from 'vitest'
import { readSaying, sentence } from './service-message'

const sayings = {
  wait: 'wait for {seconds} s',
  redirects: 'answered {status}, and redirects are not followed',
  answered: 'answered {status}',
} as const

test('a saying is known with its values, and the first one that fits', () => {
  expect(readSaying(sayings, 'wait for 5 s')).toEqual({ name: 'wait', values: { seconds: '5' } })
  expect(readSaying(sayings, ' answered 301, and redirects are not followed ')).toEqual({
    name: 'redirects',
    values: { status: '301' },
  })
  expect(readSaying(sayings, 'answered 500')?.name).toBe('answered')
})

test('nothing is known of a part of a saying, or of one with more around it', () => {
  expect(readSaying(sayings, 'wait for')).toBeUndefined()
  expect(readSaying(sayings, 'please wait for 5 s')).toBeUndefined()
  expect(readSaying({ dot: 'a.b' }, 'axb')).toBeUndefined()
})

test('a sentence begins with a capital and ends once', () => {
  expect(sentence(' the order has ended')).toBe('The order has ended.')
  expect(sentence('Why?')).toBe('Why?')
  expect(sentence('validTo is in the past')).toBe('validTo is in the past.')
})
