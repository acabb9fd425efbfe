import { encodeAbiParameters, encodeEventTopics, erc20Abi, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainLog } from '@/lib/chain/read-logs'
import { type Address, zeroAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { decodeTransfers, sumMovement, transferTopics } from './token-transfer'

const token: Address = `0x${'70'.repeat(20)}`
const wrapped: Address = `0x${'77'.repeat(20)}`
const alice: Address = `0x${'aa'.repeat(20)}`
const bob: Address = `0x${'bb'.repeat(20)}`
const wrapAbi = parseAbi([
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])
const source = { tokens: new Set([token, wrapped]), wrappedNative: wrapped }

const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

function log(address: Address, topics: readonly unknown[], data: Hex): ChainLog {
  const place = { blockNumber: 7n, blockHash: toHex(7, { size: 32 }), logIndex: 3 }
  const transactionHash = toHex(8, { size: 32 })
  return { address, topics: topics as Hex[], data, ...place, transactionHash, timestamp: undefined }
}

const transferOf = (from: Address, to: Address) =>
  encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } })
const depositOf = (dst: Address) =>
  encodeEventTopics({ abi: wrapAbi, eventName: 'Deposit', args: { dst } })
const withdrawalOf = (src: Address) =>
  encodeEventTopics({ abi: wrapAbi, eventName: 'Withdrawal', args: { src } })

const partiesOf = (...logs: ChainLog[]) =>
  decodeTransfers(logs, source).map(({ sender, recipient, amount }) => [sender, recipient, amount])

describe('transfers', () => {
  test('are decoded with their position in the chain', () => {
    const logs = [log(token, transferOf(alice, bob), word(maxUint256))]
    const place = { blockNumber: 7n, blockHash: toHex(7, { size: 32 }), logIndex: 3 }
    const parties = { sender: alice, recipient: bob }
    expect(decodeTransfers(logs, source)).toEqual([
      { token, ...parties, amount: maxUint256, ...place },
    ])
  })

  test('of the wrapped native token include deposits and withdrawals', () => {
    const deposit = log(wrapped, depositOf(alice), word(5n))
    const withdrawal = log(wrapped, withdrawalOf(bob), word(6n))
    expect(partiesOf(deposit, withdrawal, log(wrapped, transferOf(alice, bob), word(1n)))).toEqual([
      [zeroAddress, alice, 5n],
      [bob, zeroAddress, 6n],
      [alice, bob, 1n],
    ])
  })

  test('are filtered by these topics', () => {
    const first = [transferOf(alice, bob), depositOf(alice), withdrawalOf(alice)].map(([t]) => t)
    expect(transferTopics).toEqual(first)
  })

  test.each<[string, ChainLog]>([
    ['a deposit of another token', log(token, depositOf(alice), word(5n))],
    ['a withdrawal of another token', log(token, withdrawalOf(alice), word(5n))],
    ['the transfer of an NFT', log(token, [...transferOf(alice, bob), word(9n)], '0x')],
    ['an NFT with a word of data', log(token, [...transferOf(alice, bob), word(9n)], word(1n))],
    ['a transfer of a contract that is not tracked', log(alice, transferOf(alice, bob), word(5n))],
    [
      'a transfer whose accounts are data',
      log(token, transferOf(alice, bob).slice(0, 1), word(5n)),
    ],
    ['a transfer without data', log(token, transferOf(alice, bob), '0x')],
    ['31 bytes of data', log(token, transferOf(alice, bob), `0x${'01'.repeat(31)}`)],
    ['33 bytes of data', log(token, transferOf(alice, bob), `0x${'01'.repeat(33)}`)],
    [
      'an account of more than 20 bytes',
      log(token, [transferTopics[0], toHex(1n << 160n, { size: 32 }), word(1n)], word(5n)),
    ],
    ['a log without topics', log(token, [], word(5n))],
    [
      'an approval',
      log(token, encodeEventTopics({ abi: erc20Abi, eventName: 'Approval' }), word(5n)),
    ],
    ['a zero transfer', log(token, transferOf(alice, bob), word(0n))],
    ['a self-transfer', log(token, transferOf(alice, alice), word(5n))],
  ])('exclude %s', (_, skipped) => {
    expect(partiesOf(skipped)).toEqual([])
    expect(partiesOf(skipped, log(token, transferOf(alice, bob), word(2n)))).toHaveLength(1)
  })
})

test('a movement is summed per holder, without the zero address', () => {
  const place = { blockNumber: 7n, blockHash: toHex(7, { size: 32 }), logIndex: 3 }
  const made = { token, sender: zeroAddress, recipient: bob, amount: maxUint256, ...place }
  const sent = { token, sender: bob, recipient: alice, amount: 7n, ...place }
  const undone = [
    { token, holder: bob, amount: -7n },
    { token, holder: alice, amount: 7n },
  ]
  expect(sumMovement({ done: [sent, made, made], undone })).toEqual([
    { token, holder: alice, amount: 0n },
    { token, holder: bob, amount: 2n * maxUint256 },
  ])
})
