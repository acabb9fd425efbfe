import { encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import type { NodeProxy } from '@/lib/testing/chain/node-proxy'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { wordAt } from './aggregate-reads'
import { readUntrusted } from './untrusted-reads'

const chainId = 1
/** Returns its call data. */
const echo = '0x366000600037366000f3'
const reverts = '0x60006000fd'
/** A loop without end. */
const burns = '0x5b600056'
/** Uses gas until 15,000 are left, then returns one. */
const wasteful = '0x5b613a985a11600057600160005260206000f3'

const at = (index: number): Address => `0x${`d${index}`.repeat(20)}`

let ctx: Context
let node: NodeProxy

test.beforeEach(async ({ network, nodes }) => {
  node = nodes[0] as NodeProxy
  ctx = createTestContext({ rpcUrls: new Map([[chainId, node.url]]) })
  const rpc = createRpc(network.rpcUrl)
  for (const [index, code] of [echo, reverts, burns, wasteful].entries()) {
    await rpc('anvil_setCode', [at(index), code])
  }
})

const words = (count: number, from = 1): Hex =>
  `0x${Array.from({ length: count }, (_, i) => (from + i).toString(16).padStart(64, '0')).join('')}`

test('returns results of any length in the order of the calls, cut to the bytes kept', async () => {
  const counts = [1, 3, 0, 2, 9, 8]
  const reads = counts.map((count) => ({ target: at(0), callData: words(count) }))
  const answers = await readUntrusted(ctx, { chainId, reads })
  const kept = counts.map((count) => (count === 0 ? undefined : words(Math.min(8, count))))
  expect(answers).toEqual(kept)
  const short = await readUntrusted(ctx, { chainId, reads, bytes: 32 })
  expect(short).toEqual(counts.map((count) => (count === 0 ? undefined : words(1))))
})

test('one request reads many contracts, whatever some of them do', async ({ network }) => {
  const [token, owner] = [network.tokens.DAI, network.accounts[1]?.address]
  const balance = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'balanceOf' },
    args: [owner ?? '0x'],
  })
  const hostile = [1, 2, 3, 4].flatMap((index) =>
    Array.from({ length: 200 }, () => ({ target: at(index), callData: balance })),
  )
  const reads = [...hostile, { target: token ?? '0x', callData: balance }]
  node.calls.clear()
  const answers = await readUntrusted(ctx, { chainId, reads })
  expect(answers.slice(0, 400)).toEqual(Array.from({ length: 400 }, () => undefined))
  expect(wordAt(answers.at(-1), 0)).toBeGreaterThan(10n ** 18n)
  expect(node.calls.get('eth_call')).toBe(1)
})

test('reads that do not fit into the gas of a request are made by the next one', async () => {
  const reads = Array.from({ length: 1_000 }, () => ({ target: at(3), callData: words(1) }))
  node.calls.clear()
  const answers = await readUntrusted(ctx, { chainId, reads })
  expect(answers).toEqual(reads.map(() => words(1)))
  expect(node.calls.get('eth_call')).toBe(2)
})
