import { expect, test } from 'vitest'
import { orderTrace, parseTraceparent } from './trace-context'

const digest = '1d7a6ff50541469029dd09e7220485cd1db14ec9ec7c873115cefb7ec6be9c39'

test('the trace of an order and its root span are the beginning of its uid', () => {
  const uid = `0x${digest}${'ab'.repeat(20)}6a5f8f00` as const
  const ids = { traceId: '1d7a6ff50541469029dd09e7220485cd', spanId: '1db14ec9ec7c8731' }
  expect(orderTrace(uid)).toEqual(ids)
  expect(orderTrace(uid.toUpperCase().replace('X', 'x') as typeof uid)).toEqual(ids)
})

test.each(['0x', `0x${digest}`, `0x${'zz'.repeat(56)}`] as const)('%s names no trace', (uid) => {
  expect(orderTrace(uid)).toBeUndefined()
})

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

test('reads a traceparent header', () => {
  const ids = { traceId, spanId }
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ ...ids, isSampled: true })
  expect(parseTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ ...ids, isSampled: false })
  expect(parseTraceparent(`cc-${traceId}-${spanId}-01-more`)).toEqual({ ...ids, isSampled: true })
})

test.each([
  ['', undefined],
  ['another version', `ff-${traceId}-${spanId}-01`],
  ['more fields than version 00 has', `00-${traceId}-${spanId}-01-more`],
  ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['no trace', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['no span', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['text around it', ` 00-${traceId}-${spanId}-01\n`],
  ['a long text', '0'.repeat(16_000)],
])('ignores a malformed one: %s', (_, header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})
