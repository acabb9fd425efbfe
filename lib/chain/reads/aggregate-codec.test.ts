import fc from 'fast-check'
import { encodeFunctionData, encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { decodeAggregate, encodeAggregate, encodeBytes, encodeWords } from './aggregate-codec'

const abi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])
const functionName = 'aggregate3'
const seed = 20_261_121
const bytes = (minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((list): Hex => `0x${Buffer.from(list).toString('hex')}`)

describe('the Multicall3 codec', () => {
  test('encodes calls like the ABI encoder', () => {
    const read = fc.record({ target: bytes(20, 20), callData: bytes(0, 100) })
    fc.assert(
      fc.property(fc.array(read, { maxLength: 20 }), (reads) => {
        const args = [reads.map((each) => ({ ...each, allowFailure: true }))] as const
        expect(encodeAggregate(reads)).toBe(encodeFunctionData({ abi, functionName, args }))
      }),
      { seed },
    )
  })

  test('decodes results like the ABI decoder, failed and empty ones as undefined', () => {
    const result = fc.record({ success: fc.boolean(), returnData: bytes(0, 100) })
    fc.assert(
      fc.property(fc.array(result, { maxLength: 20 }), (results) => {
        const answer = encodeFunctionResult({ abi, functionName, result: results })
        expect(decodeAggregate(answer, results.length)).toEqual(
          results.map(({ success, returnData }) =>
            success && returnData !== '0x' ? returnData : undefined,
          ),
        )
      }),
      { seed },
    )
  })

  test('throws on a truncated or malformed result instead of returning a part of it', () => {
    const result = [{ success: true, returnData: `0x${'11'.repeat(40)}` as const }]
    const answer = encodeFunctionResult({ abi, functionName, result })
    for (let end = 2; end < answer.length - 48; end += 2) {
      expect(() => decodeAggregate(answer.slice(0, end) as Hex, 1)).toThrow('no answer')
    }
    expect(() => decodeAggregate(answer, 2)).toThrow('no answer')
    expect(() => decodeAggregate(`0x${'ff'.repeat(200)}`, 1)).toThrow('no answer')
  })
})

test('calls with words or bytes are encoded like by the ABI encoder', () => {
  const calls = parseAbi([
    'function allowance(address owner, address spender) view returns (uint256)',
    'function getPool(address, address, uint24) view returns (address)',
    'function filledAmount(bytes uid) view returns (uint256)',
  ])
  const [one, other] = [`0x${'1a'.repeat(20)}`, `0x${'02'.repeat(20)}`] as const
  const selectorOf = (data: Hex) => data.slice(0, 10) as Hex
  const allowance = encodeFunctionData({
    abi: calls,
    functionName: 'allowance',
    args: [one, other],
  })
  expect(encodeWords(selectorOf(allowance), [one, other])).toBe(allowance)
  const pool = encodeFunctionData({
    abi: calls,
    functionName: 'getPool',
    args: [one, other, 3_000],
  })
  expect(encodeWords(selectorOf(pool), [one, other, 3_000])).toBe(pool)
  for (const size of [0, 31, 32, 56]) {
    const uid = `0x${'5f'.repeat(size)}` as const
    const filled = encodeFunctionData({ abi: calls, functionName: 'filledAmount', args: [uid] })
    expect(encodeBytes(selectorOf(filled), uid)).toBe(filled)
  }
})
