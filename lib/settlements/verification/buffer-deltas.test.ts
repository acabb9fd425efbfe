import { encodeAbiParameters, encodeEventTopics } from 'viem'
import { describe, expect } from 'vitest'
import { erc20Abi, interactionAbi, wrappedNativeAbi } from '@/lib/chain/contract-abis'
import { type Address, nativeToken, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement as holder } from '@/lib/core/networks'
import burningWrapped from '@/lib/devnet/contracts/artifacts/burning-wrapped-token.json' with {
  type: 'json',
}
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { testWith } from '@/lib/testing/test'
import { contractChanges, settlementChanges } from './buffer-deltas'
import { checkCounts } from './check-settlement'
import { readFacts } from './read-facts'

const [wrappedNative, pool] = [`0x${'0a'.repeat(20)}`, `0x${'0b'.repeat(20)}`] as [Address, Address]
const [withdraw, transfer]: Hex[] = ['0x2e1a7d4d', '0xa9059cbb']

const logOf = (address: Address, topics: unknown, data: Hex) => ({
  ...{ address, topics: topics as Hex[], data },
  ...{ blockNumber: null, blockHash: null, logIndex: null, transactionHash: null },
})
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const moved = (from: Address, to: Address, value: bigint, token = wrappedNative) =>
  logOf(
    token,
    encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
    word(value),
  )
const wrapping = (eventName: 'Deposit' | 'Withdrawal', owner: Address, value: bigint) =>
  logOf(
    wrappedNative,
    encodeEventTopics({ abi: wrappedNativeAbi, eventName, args: { owner } }),
    word(value),
  )
const called = (target: Address, selector = withdraw as Hex, by: Address = holder) =>
  logOf(
    by,
    encodeEventTopics({ abi: interactionAbi, eventName: 'Interaction', args: { target } }),
    encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes4' }], [0n, selector]),
  )

type Logs = Parameters<typeof contractChanges>[0]

const changesOf = (...logs: Logs) =>
  Object.fromEntries(contractChanges(logs, { holder, wrappedNative }))

const test = testWith({ EMBEDDED_CHAIN_IDS: '', SETTLE: 'on' })

describe('unwrapping', () => {
  const unwrapped = { [wrappedNative]: -5n, [nativeToken]: 5n }

  test('by WETH9 is a withdrawal, by aeWETH a burn', () => {
    const call = called(wrappedNative)
    expect(changesOf(wrapping('Withdrawal', holder, 5n), call)).toEqual(unwrapped)
    expect(changesOf(moved(holder, zeroAddress, 5n), call)).toEqual(unwrapped)
  })

  test('covers a native payout', () => {
    const logs = [moved(pool, holder, 7n), moved(holder, zeroAddress, 5n), called(wrappedNative)]
    const paid = [{ buyToken: nativeToken, buyAmount: 5n }]
    expect(Object.fromEntries(settlementChanges(logs, paid, { holder, wrappedNative }))).toEqual({
      [wrappedNative]: 2n,
      [nativeToken]: 0n,
    })
  })

  test('is no transfer to the zero address by another call', () => {
    const burn = moved(holder, zeroAddress, 5n)
    const lost = { [wrappedNative]: -5n }
    expect(changesOf(burn)).toEqual(lost)
    expect(changesOf(burn, called(wrappedNative, transfer))).toEqual(lost)
    expect(changesOf(burn, called(pool))).toEqual(lost)
    expect(changesOf(burn, called(wrappedNative, withdraw, pool))).toEqual(lost)
    // A fee to the zero address in a settlement that unwraps by WETH9.
    const others = [wrapping('Withdrawal', holder, 5n), called(wrappedNative)]
    expect(changesOf(...others, burn, called(wrappedNative, transfer))).toEqual({
      [wrappedNative]: -10n,
      [nativeToken]: 5n,
    })
  })

  test('is none of another account or token', () => {
    const call = called(wrappedNative)
    expect(changesOf(moved(pool, zeroAddress, 5n), call)).toEqual({})
    expect(changesOf(moved(holder, zeroAddress, 5n, pool), call)).toEqual({ [pool]: -5n })
  })
})

test('wrapping by WETH9 costs native tokens', () => {
  const wrapped = { [wrappedNative]: 5n, [nativeToken]: -5n }
  expect(changesOf(wrapping('Deposit', holder, 5n))).toEqual(wrapped)
  expect(changesOf(wrapping('Deposit', pool, 5n))).toEqual({})
})

test('aeWETH minted to the contract by others is a gain, and no loss of the native token', () => {
  expect(changesOf(moved(zeroAddress, holder, 1n))).toEqual({ [wrappedNative]: 1n })
})

test('an order for the native token pauses nothing, and is booked correctly, where unwrapping only burns', async ({
  solver: { ctx, rpc, place, settle, index, balanceOf, token },
}) => {
  const weth = token('WETH')
  await rpc('anvil_setCode', [weth, burningWrapped.deployedBytecode])
  await place(1, { sellToken: token('USDC'), buyToken: nativeToken, sellAmount: 10n ** 9n })
  const held = () =>
    Promise.all([balanceOf(weth, holder), ctx.chain(1).client.getBalance({ address: holder })])
  const [wethBefore, nativeBefore] = await held()
  const { state, txHash = '0x' } = await settle()
  expect(state).toBe('mined')
  const [wethAfter, nativeAfter] = await held()
  expect(nativeAfter).toBe(nativeBefore)

  const { changes } = await readFacts(ctx, { chainId: 1, txHash })
  expect(changes.get(weth)).toBe(wethAfter - wethBefore)
  expect(changes.get(nativeToken)).toBe(0n)
  expect(checkCounts(ctx)).toEqual({ checked: 1, broken: 0 })
  expect(await findSettlementPause(ctx.db, 1)).toBeUndefined()

  await index()
  const { kept } = await ctx.db.settlement.findFirstOrThrow({ where: { txHash } })
  const booked = (kept as unknown as readonly { token: Address; amount: string }[]).find(
    (one) => one.token === weth,
  )
  expect(BigInt(booked?.amount ?? 0)).toBe(wethAfter - wethBefore)
})
