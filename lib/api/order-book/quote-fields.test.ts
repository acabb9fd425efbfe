import { expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { quoteExample } from './quote-examples'
import { quoteRequest, toQuoteRequest } from './quote-fields'

const parse = (change: object) =>
  quoteRequest.safeParse({ ...(quoteExample.body as object), ...change })

test('omitted and null fields have the spec’s defaults', () => {
  const { sellToken, buyToken, from } = quoteExample.body as Record<string, string>
  const least = { kind: 'sell', sellAmountBeforeFee: '5', sellToken, buyToken, from }
  const nulls = {
    validFor: null,
    validTo: null,
    receiver: null,
    appData: null,
    appDataHash: null,
    sellTokenBalance: null,
    buyTokenBalance: null,
    priceQuality: null,
    signingScheme: null,
    timeout: null,
  }
  for (const body of [least, { ...least, ...nulls, unknownField: [] }]) {
    expect(toQuoteRequest(quoteRequest.parse(body), getNetwork(100))).toEqual({
      chainId: 100,
      sellToken: sellToken?.toLowerCase(),
      buyToken: buyToken?.toLowerCase(),
      from: from?.toLowerCase(),
      receiver: undefined,
      size: { kind: 'sell', sellAmountBeforeFee: 5n },
      expiry: { validFor: 1800 },
      appData: undefined,
      appDataHash: undefined,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      priceQuality: 'verified',
      signingScheme: 'eip712',
      onchainOrder: false,
      timeoutMs: undefined,
    })
  }
})

test('verificationGasLimit bounds a contract signature’s gas, for eip1271 only', () => {
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

test('a timeout may be any whole number of milliseconds: the service’s own limit bounds it', () => {
  for (const timeout of [1, 5_000, 2 ** 53, 1e300]) {
    const given = parse({ timeout })
    if (!given.success) throw given.error
    expect(toQuoteRequest(given.data, getNetwork(1)).timeoutMs).toBe(timeout)
  }
})
