import { expect, test } from 'vitest'
import { badgeText, countText, titleWithCount } from './count-text'

test('a badge counts up to nine', () => {
  expect(badgeText({ unread: 9, more: false })).toBe('9')
  expect(badgeText({ unread: 10, more: false })).toBe('9+')
})

test('a capped count says so', () => {
  expect(countText({ unread: 1000, more: true })).toBe('1000+')
  expect(countText({ unread: 12, more: false })).toBe('12')
})

test('the count in a title is replaced, and removed when all is read', () => {
  const three = titleWithCount('Inbox · Coincide', { unread: 3, more: false })
  expect(three).toBe('(3) Inbox · Coincide')
  expect(titleWithCount(three, { unread: 1000, more: true })).toBe('(1000+) Inbox · Coincide')
  expect(titleWithCount(three, { unread: 0, more: false })).toBe('Inbox · Coincide')
  expect(titleWithCount(three, undefined)).toBe('Inbox · Coincide')
})
