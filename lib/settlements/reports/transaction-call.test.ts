import { encodeFunctionData, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  erc20Abi,
  onchainOrdersAbi,
  settlementAbi,
  wrappedNativeAbi,
} from '@/lib/chain/contract-abis'
import type { Address } from '@/lib/core/address'
import { type CallFacts, decodeCall } from './transaction-call'

const settlementContract: Address = `0x${'01'.repeat(20)}`
const wrappedNative: Address = `0x${'02'.repeat(20)}`
const orders: Address = `0x${'03'.repeat(20)}`
const token: Address = `0x${'04'.repeat(20)}`

const kindOf = (to: Address | undefined, input: CallFacts['input'], isEmbedded = false) =>
  decodeCall({ to, input, settlementContract, wrappedNative, orderContracts: [orders], isEmbedded })

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [orders, amount] })

describe('decodeCall', () => {
  it('knows a settlement by its contract, not by its method alone', () => {
    const input = encodeFunctionData({
      abi: settlementAbi,
      functionName: 'settle',
      args: [[], [], [], [[], [], []]],
    })
    expect(kindOf(settlementContract, input)).toMatchObject({
      kind: 'settlement',
      method: 'settle',
    })
    expect(kindOf(token, input)).toMatchObject({ kind: 'other', method: 'settle' })
  })

  it('tells an approval from a revocation, and names what it was called with', () => {
    expect(kindOf(token, approve(5n))).toMatchObject({
      kind: 'approval',
      args: [
        { name: 'spender', type: 'address' },
        { name: 'amount', type: 'uint256', value: 5n },
      ],
    })
    expect(kindOf(token, approve(0n)).kind).toBe('revocation')
  })

  it('knows wrapping and unwrapping at the wrapped native token alone', () => {
    const wrap = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' })
    const unwrap = encodeFunctionData({
      abi: wrappedNativeAbi,
      functionName: 'withdraw',
      args: [1n],
    })
    expect(kindOf(wrappedNative, wrap).kind).toBe('wrap')
    expect(kindOf(wrappedNative, unwrap).kind).toBe('unwrap')
    expect(kindOf(token, wrap).kind).toBe('other')
  })

  it('tells both methods apart that are called invalidateOrder', () => {
    const own = encodeFunctionData({
      abi: settlementAbi,
      functionName: 'invalidateOrder',
      args: [`0x${'ab'.repeat(56)}`],
    })
    const native = encodeFunctionData({
      abi: onchainOrdersAbi,
      functionName: 'invalidateOrder',
      args: [
        {
          ...{ buyToken: token, receiver: token, sellAmount: 1n, buyAmount: 1n, appData: zeroHash },
          ...{ feeAmount: 0n, validTo: 1, partiallyFillable: false, quoteId: 0n },
        },
      ],
    })
    expect(kindOf(settlementContract, own)).toMatchObject({ kind: 'cancellation' })
    expect(kindOf(orders, native)).toMatchObject({ kind: 'cancellation' })
    expect(kindOf(orders, native).args[0]?.type).toBe('tuple')
  })

  it('knows payments and new contracts, and keeps the selector of a method that it does not know', () => {
    expect(kindOf(token, '0x').kind).toBe('payment')
    expect(kindOf(undefined, '0x6000').kind).toBe('deployment')
    const odd = `0x2a0c7e1b${'00'.repeat(32)}` as const
    expect(kindOf(token, odd)).toMatchObject({ kind: 'other', selector: '0x2a0c7e1b' })
  })

  it('does not trip over a call that is cut off', () => {
    const cut = approve(5n).slice(0, 40) as `0x${string}`
    expect(kindOf(token, cut)).toEqual({
      kind: 'other',
      method: undefined,
      selector: '0x095ea7b3',
      args: [],
    })
    expect(kindOf(token, '0x12').kind).toBe('other')
  })
})
