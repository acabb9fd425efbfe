import {
  BlockNotFoundError,
  CallExecutionError,
  RpcRequestError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { findNodeAnswer, isNotFound } from './node-error'

const hash = `0x${'11'.repeat(32)}` as const
const answer = new RpcRequestError({
  body: { method: 'eth_call' },
  error: { code: 3, message: 'execution reverted' },
  url: 'http://127.0.0.1:8545',
})

describe('isNotFound', () => {
  test.each([
    ['BlockNotFoundError', new BlockNotFoundError({ blockNumber: 1n })],
    ['TransactionNotFoundError', new TransactionNotFoundError({ hash })],
    ['TransactionReceiptNotFoundError', new TransactionReceiptNotFoundError({ hash })],
  ] as const)('knows %s, of another copy of viem too', (name, error) => {
    expect(isNotFound(error, name)).toBe(true)
    expect(isNotFound(Object.assign(new Error('copied'), { name: error.name }), name)).toBe(true)
  })

  test.each([undefined, null, 'BlockNotFoundError', new Error('BlockNotFoundError'), answer])(
    'is false for %s',
    (error) => expect(isNotFound(error, 'BlockNotFoundError')).toBe(false),
  )
})

describe('findNodeAnswer', () => {
  test('finds the answer among the causes', () => {
    expect(findNodeAnswer(answer)).toBe(answer)
    expect(findNodeAnswer(new CallExecutionError(answer, {}))?.details).toBe('execution reverted')
  })

  test.each([undefined, new Error('socket hang up'), new BlockNotFoundError({ blockNumber: 1n })])(
    'finds none in %s',
    (error) => expect(findNodeAnswer(error)).toBeUndefined(),
  )
})
