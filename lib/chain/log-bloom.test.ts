import { expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { mayHaveLog } from './log-bloom'

test('finds what a real block has, and nothing in an empty or malformed filter', () => {
  // The Yellow Paper's bits of one address and one topic.
  const [address, topic]: Hex[] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(32)}`]
  const all: Hex = `0x${'ff'.repeat(256)}`
  expect(mayHaveLog(all, address ?? '0x', topic ?? '0x')).toBe(true)
  expect(mayHaveLog(`0x${'00'.repeat(256)}`, address ?? '0x', topic ?? '0x')).toBe(false)
  expect(mayHaveLog('0x', address ?? '0x', topic ?? '0x')).toBe(false)
})
