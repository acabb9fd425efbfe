import { expect, test } from 'vitest'
import { type Outcome, packOutcome, unpackOutcome } from './outcome'

const token = `0x${'ab'.repeat(20)}` as const
const outcome: Outcome = {
  winners: [
    {
      solver: 'batch',
      solverAddress: `0x${'50'.repeat(20)}`,
      ranking: 1,
      clearingPrices: { [token]: '123' },
      orders: [
        {
          id: `0x${'01'.repeat(56)}`,
          sellAmount: '5',
          buyAmount: '6',
          sellToken: token,
          buyToken: token,
        },
      ],
      score: '9',
      referenceScore: null,
      fault: null,
      gas: '21000',
      txHash: `0x${'22'.repeat(32)}`,
    },
  ],
  prices: { [token]: '1000000000000000000' },
  kept: { [`0x${'22'.repeat(32)}`]: [{ owed: '0', price: '7', token, amount: '-3' }] },
}

test('an outcome is packed without loss', () => {
  expect(unpackOutcome(packOutcome(outcome))).toEqual(outcome)
})

// If this fails, the dictionary changed: stored rows cannot be read any more.
test('a stored outcome stays readable', () => {
  const stored =
    '01232ab69123d7d48038484422484c220e823c6f648c3dc91818d217a2a71c53b4a4668691d688f6255a1a265a1f727ab5' +
    'c492602189144b8a353284a62144b235a21060247b52e2184b0247c919143b0e47ce3247c91624c4173cbfe91a83331300'
  expect(unpackOutcome(Buffer.from(stored, 'hex'))).toEqual(outcome)
})

test('rejects an unknown version and truncated bytes', () => {
  expect(() => unpackOutcome(new Uint8Array([2, 1]))).toThrow('an outcome begins with 2')
  expect(() => unpackOutcome(new Uint8Array())).toThrow('an outcome begins with nothing')
  expect(() => unpackOutcome(packOutcome(outcome).subarray(0, 40))).toThrow()
})
