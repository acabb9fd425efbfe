import {
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { findPrimaryName } from './find-name'
import { hasNames, nameRegistry } from './name-registry'
import { createPageNames } from './page-names'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])
const alice: Address = '0x00000000000000000000000000000000000a11ce'
const bob: Address = '0x0000000000000000000000000000000000000b0b'
const resolver: Address = '0x00000000000000000000000000000000000c0de1'
const nobody: Address = '0x0000000000000000000000000000000000000000'

const records = new Map<Hex, string>([
  [namehash(`${alice.slice(2)}.addr.reverse`), 'alice.eth'],
  [namehash('alice.eth'), alice],
])

/** The network's edge: no package has the name service's contracts. */
function namesOn(network: { readonly hasRegistry: boolean; readonly isDown?: boolean }) {
  const calls: string[] = []
  let running = 0
  let most = 0
  const answer = ({ method, params }: { method: string; params: unknown[] }): Hex => {
    if (network.isDown) throw new Error('no answer')
    if (method === 'eth_getCode') return network.hasRegistry ? '0x60' : '0x'
    const [{ to, data }] = params as [{ to: Address; data: Hex }]
    const { functionName, args } = decodeFunctionData({ abi, data })
    const record = records.get(args[0])
    if (to === nameRegistry) {
      const result = record === undefined ? nobody : resolver
      return encodeFunctionResult({ abi, functionName: 'resolver', result })
    }
    return encodeFunctionResult({ abi, functionName, result: record } as never)
  }
  const request = async (call: { method: string; params: unknown[] }) => {
    calls.push(call.method)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    return answer(call)
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const names = createPageNames({
    hasNames: () => hasNames(client),
    open: async () => (account) => findPrimaryName(client, account),
  })
  return { names, calls, most: () => most }
}

test('each account is read once, and one after another', async () => {
  const { names, calls, most } = namesOn({ hasRegistry: true })
  const found = await Promise.all([alice, bob, alice].map(names))
  expect(found).toEqual(['alice.eth', undefined, 'alice.eth'])
  // Code of the registry; two records of Alice, and that Bob has none.
  expect(calls).toEqual(['eth_getCode', ...Array(5).fill('eth_call')])
  expect(most()).toBe(1)
})

test('a network without a name service is asked for that only', async () => {
  const { names, calls } = namesOn({ hasRegistry: false })
  expect(await Promise.all([alice, bob].map(names))).toEqual([undefined, undefined])
  expect(calls).toEqual(['eth_getCode'])
})

test('a network that does not answer has no names', async () => {
  const { names } = namesOn({ hasRegistry: true, isDown: true })
  expect(await Promise.all([alice, bob].map(names))).toEqual([undefined, undefined])
})
