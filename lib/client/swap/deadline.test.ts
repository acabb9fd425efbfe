import { describe, expect, test } from 'vitest'
import { translatorOf } from '@/lib/testing/translator-of'
import { nextDeadline, parseDeadline, viewDeadline } from './deadline'
import { durationText } from './offer-text'
import { unsetText } from './setting-text'

describe('a deadline', () => {
  test.each([
    ['2', 120],
    [' 30 ', 1_800],
    ['180', 10_800],
    ['1', undefined],
    ['181', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e2', undefined],
    ['', undefined],
  ])('of %s minutes is %s seconds', (text, seconds) => {
    expect(parseDeadline(text, 'key')).toBe(seconds)
  })

  test('of twelve hours is for contract wallets, whose owners take time to confirm', () => {
    expect(parseDeadline('720', 'contract')).toBe(43_200)
    expect(parseDeadline('721', 'contract')).toBeUndefined()
    expect(viewDeadline('720', 'key')).toMatchObject({ seconds: 1_800, isInvalid: true })
  })

  test('defaults to half an hour', () => {
    expect(viewDeadline('', 'key')).toMatchObject({ seconds: 1_800, isInvalid: false })
  })

  test('defaults to two hours for contract wallets', () => {
    expect(viewDeadline('', 'contract').seconds).toBe(7_200)
    expect(viewDeadline('721', 'contract')).toMatchObject({ seconds: 7_200, isInvalid: true })
  })

  test('is dropped on blur if it is invalid, and kept if it is valid', () => {
    const leave = (text: string) => nextDeadline('key')({ text }, { type: 'leave' })
    expect(leave('999')).toEqual(unsetText)
    expect(leave('20')).toEqual({ text: '20' })
    expect(nextDeadline('key')({ text: '20' }, { type: 'reset' })).toEqual(unsetText)
  })
})

test('has other limits for other kinds of accounts', () => {
  expect(viewDeadline('1', 'key').range).toEqual({ least: 2, most: 180 })
  expect(viewDeadline('1', 'contract').range).toEqual({ least: 2, most: 720 })
})

test.each([
  [60, '1 minute'],
  [0, '0 minutes'],
  [1_800, '30 minutes'],
  [3_600, '1 hour'],
  [5_460, '1 hour 31 minutes'],
  [43_200, '12 hours'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(durationText(translatorOf('swap'), seconds)).toBe(text)
})
