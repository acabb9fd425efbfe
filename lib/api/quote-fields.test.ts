import { expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { quoteExample } from './quote-examples'
import { quoteRequest, toQuoteRequest } from './quote-fields'

const parse = (change: object) =>
  quoteRequest.safeParse({ ...(quoteExample.body as object), ...change })

test('verificationGasLimit says what a contract signature may take, and is for eip1271 only', () => {
  const given = parse({ signingScheme: 'eip1271', verificationGasLimit: 0 })
  if (!given.success) throw given.error
  expect(toQuoteRequest(given.data, getNetwork(1))).toMatchObject({ verificationGasLimit: 0n })
  for (const wrong of [
    { verificationGasLimit: 27_000 },
    { signingScheme: 'presign', verificationGasLimit: 27_000 },
    { signingScheme: 'eip1271', verificationGasLimit: -1 },
    { signingScheme: 'eip1271', verificationGasLimit: '27000' },
  ]) {
    const issues = parse(wrong).error?.issues
    expect(issues?.map(({ path }) => path.join('.'))).toEqual(['verificationGasLimit'])
  }
})
