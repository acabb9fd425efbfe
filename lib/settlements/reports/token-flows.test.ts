import { encodeAbiParameters, encodeEventTopics } from 'viem'
import { describe, expect, it } from 'vitest'
import { erc20Abi, wrappedNativeAbi } from '@/lib/chain/contract-abis'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { sumFlows } from './token-flows'
import { readLog } from './transaction-logs'

const [alice, bob, token, weth] = ['0a', '0b', '0c', '0d'].map(
  (byte) => `0x${byte.repeat(20)}` as Address,
) as [Address, Address, Address, Address]

const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

const transfer = (from: Address, to: Address, value: bigint) =>
  readLog({
    logIndex: 0,
    address: token,
    topics: encodeEventTopics({
      abi: erc20Abi,
      eventName: 'Transfer',
      args: { from, to },
    }) as Hex[],
    data: word(value),
  })

describe('sumFlows', () => {
  it('adds up what each address gave and got', () => {
    expect(sumFlows([transfer(alice, bob, 5n), transfer(alice, bob, 7n)], weth)).toEqual([
      { party: alice, flows: [{ token, atoms: -12n }] },
      { party: bob, flows: [{ token, atoms: 12n }] },
    ])
  })

  it('leaves out who ends where it began, and the zero address', () => {
    expect(sumFlows([transfer(alice, bob, 5n), transfer(bob, alice, 5n)], weth)).toEqual([])
    expect(sumFlows([transfer(zeroAddress, bob, 5n)], weth)).toEqual([
      { party: bob, flows: [{ token, atoms: 5n }] },
    ])
  })

  it('counts what is wrapped, and no deposit into another contract', () => {
    const args = { owner: bob }
    const topics = encodeEventTopics({ abi: wrappedNativeAbi, eventName: 'Deposit', args }) as Hex[]
    const deposit = readLog({ logIndex: 1, address: weth, topics, data: word(3n) })
    const elsewhere = readLog({ logIndex: 2, address: token, topics, data: word(3n) })
    expect(sumFlows([deposit, elsewhere], weth)).toEqual([
      { party: bob, flows: [{ token: weth, atoms: 3n }] },
    ])
  })
})

describe('readLog', () => {
  it('gives a malformed or unknown event no name', () => {
    const cut = {
      logIndex: 2,
      address: token,
      topics: transfer(alice, bob, 1n).topics,
      data: '0x12',
    }
    expect(readLog(cut as never).event).toBeUndefined()
    expect(readLog({ ...cut, topics: [] } as never)).toMatchObject({ event: undefined, args: [] })
  })

  it('reads a token of another standard, whose third value is indexed, as unknown', () => {
    const topics = [...transfer(alice, bob, 1n).topics, word(9n)]
    expect(readLog({ logIndex: 3, address: token, topics, data: '0x' }).event).toBeUndefined()
  })
})
