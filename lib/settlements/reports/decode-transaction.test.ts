import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  erc20Abi,
  onchainOrdersAbi,
  settlementAbi,
  wrappedNativeAbi,
} from '@/lib/chain/contract-abis'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type CallFacts, decodeCall, readLog } from './decode-transaction'
import { sumFlows } from './find-transaction-report'

const settlementContract: Address = `0x${'01'.repeat(20)}`
const wrappedNative: Address = `0x${'02'.repeat(20)}`
const orders: Address = `0x${'03'.repeat(20)}`
const token: Address = `0x${'04'.repeat(20)}`

const kindOf = (to: Address | undefined, input: CallFacts['input'], isEmbedded = false) =>
  decodeCall({ to, input, settlementContract, wrappedNative, orderContracts: [orders], isEmbedded })

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [orders, amount] })

describe('decodeCall', () => {
  it('recognizes a settlement by its contract, not by its method alone', () => {
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

  it('distinguishes an approval from a revocation, and decodes the arguments', () => {
    expect(kindOf(token, approve(5n))).toMatchObject({
      kind: 'approval',
      args: [
        { name: 'spender', type: 'address' },
        { name: 'amount', type: 'uint256', value: 5n },
      ],
    })
    expect(kindOf(token, approve(0n)).kind).toBe('revocation')
  })

  it('recognizes wrapping and unwrapping only on the wrapped native token', () => {
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

  it('distinguishes the two methods named invalidateOrder', () => {
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

  it('recognizes payments and deployments, and keeps the selector of an unknown method', () => {
    expect(kindOf(token, '0x').kind).toBe('payment')
    expect(kindOf(undefined, '0x6000').kind).toBe('deployment')
    const odd = `0x2a0c7e1b${'00'.repeat(32)}` as const
    expect(kindOf(token, odd)).toMatchObject({ kind: 'other', selector: '0x2a0c7e1b' })
  })

  it('reads truncated calldata as an unknown call', () => {
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

const [alice, bob, dai, weth] = ['0a', '0b', '0c', '0d'].map(
  (byte) => `0x${byte.repeat(20)}` as Address,
) as [Address, Address, Address, Address]

const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

const transfer = (from: Address, to: Address, value: bigint) =>
  readLog({
    logIndex: 0,
    address: dai,
    topics: encodeEventTopics({
      abi: erc20Abi,
      eventName: 'Transfer',
      args: { from, to },
    }) as Hex[],
    data: word(value),
  })

describe('sumFlows', () => {
  it('sums what each address paid and received', () => {
    expect(sumFlows([transfer(alice, bob, 5n), transfer(alice, bob, 7n)], weth)).toEqual([
      { party: alice, flows: [{ token: dai, atoms: -12n }] },
      { party: bob, flows: [{ token: dai, atoms: 12n }] },
    ])
  })

  it('omits the zero address and addresses without a net change', () => {
    expect(sumFlows([transfer(alice, bob, 5n), transfer(bob, alice, 5n)], weth)).toEqual([])
    expect(sumFlows([transfer(zeroAddress, bob, 5n)], weth)).toEqual([
      { party: bob, flows: [{ token: dai, atoms: 5n }] },
    ])
  })

  it('counts deposits into the wrapped native token only', () => {
    const args = { owner: bob }
    const topics = encodeEventTopics({ abi: wrappedNativeAbi, eventName: 'Deposit', args }) as Hex[]
    const deposit = readLog({ logIndex: 1, address: weth, topics, data: word(3n) })
    const elsewhere = readLog({ logIndex: 2, address: dai, topics, data: word(3n) })
    expect(sumFlows([deposit, elsewhere], weth)).toEqual([
      { party: bob, flows: [{ token: weth, atoms: 3n }] },
    ])
  })
})

describe('readLog', () => {
  it('leaves a malformed or unknown event unnamed', () => {
    const cut = {
      logIndex: 2,
      address: dai,
      topics: transfer(alice, bob, 1n).topics,
      data: '0x12',
    }
    expect(readLog(cut as never).event).toBeUndefined()
    expect(readLog({ ...cut, topics: [] } as never)).toMatchObject({ event: undefined, args: [] })
  })

  it('reads a transfer of another token standard, with an indexed third value, as unknown', () => {
    const topics = [...transfer(alice, bob, 1n).topics, word(9n)]
    expect(readLog({ logIndex: 3, address: dai, topics, data: '0x' }).event).toBeUndefined()
  })
})
