import {
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  http,
  namehash,
  parseAbi,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { findName, findPrimaryName } from './find-name'
import { nameRegistry } from './name-registry'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])
const resolver: Address = '0x00000000000000000000000000000000000c0de1'
const alice: Address = '0x00000000000000000000000000000000000a11ce'
const bob: Address = '0x0000000000000000000000000000000000000b0b'
const nobody: Address = '0x0000000000000000000000000000000000000000'

/** How the resolver answers for a name: a value, a revert with data, or no data at all. */
type Record = { readonly value: string } | { readonly revert: Hex } | 'empty'

let hasRegistry: boolean
let records: Map<Hex, Record>
let asked: string[]

beforeEach(() => {
  hasRegistry = true
  records = new Map()
  asked = []
})

/** The network's edge: no package has the name service's contracts. */
const client = createClient({
  transport: custom(
    {
      request: async ({ method, params }: { method: string; params: unknown[] }) => {
        if (method === 'eth_getCode') return hasRegistry ? '0x60' : '0x'
        const [{ to, data }] = params as [{ to: Address; data: Hex }]
        const { functionName, args } = decodeFunctionData({ abi, data })
        asked.push(functionName)
        const record = records.get(args[0])
        const isKnown = record !== undefined
        if (to === nameRegistry) {
          return encodeFunctionResult({
            abi,
            functionName: 'resolver',
            result: isKnown ? resolver : nobody,
          })
        }
        if (record === 'empty' || !isKnown) return '0x'
        if ('revert' in record) {
          throw Object.assign(new Error('execution reverted'), { code: 3, data: record.revert })
        }
        return encodeFunctionResult({ abi, functionName, result: record.value } as never)
      },
    },
    { retryCount: 0 },
  ),
})

const register = (name: string, record: Record) => records.set(namehash(name), record)
const claim = (account: Address, name: string) =>
  register(`${account.slice(2)}.addr.reverse`, { value: name })

describe('a name', () => {
  test('resolves to nothing on a network without a registry', async () => {
    hasRegistry = false
    expect(await findName(client, 'alice.eth')).toEqual({ problem: 'no-names' })
    expect(asked).toEqual([])
  })

  test.each(['alice.eth', 'Alice.ETH', 'ａｌｉｃｅ.eth', 'al\u00adice.eth'])(
    'is normalised before it is looked up: %s',
    async (typed) => {
      register('alice.eth', { value: alice })
      expect(await findName(client, typed)).toEqual({ name: 'alice.eth', address: alice })
    },
  )

  test.each([
    ['an invisible character', 'ali\u200dce.eth'],
    ['a Cyrillic letter among Latin ones', 'p\u0430ypal.eth'],
    ['a right-to-left override', '\u202Eecila.eth'],
    ['an empty label', 'alice..eth'],
    ['a space', 'al ice.eth'],
  ])('with %s is refused without a lookup', async (_, typed) => {
    expect(await findName(client, typed)).toEqual({ problem: 'invalid-name' })
    expect(asked).toEqual([])
  })

  test.each([
    ['it is unregistered', undefined],
    ['its resolver has no address for it', { value: nobody }],
    ['its resolver refuses', { revert: '0x' }],
    ['its resolver refuses with a reason', { revert: '0x08c379a0' }],
    ['its resolver is no contract', 'empty'],
  ] as const)('resolves to nothing if %s', async (_, record) => {
    if (record) register('alice.eth', record)
    expect(await findName(client, 'alice.eth')).toEqual({ problem: 'unknown-name' })
  })

  test('whose data is off the chain is named as such, and no other host is asked', async () => {
    const lookup = `0x556f1830${'0'.repeat(64)}` as const
    register('alice.eth', { revert: lookup })
    expect(await findName(client, 'alice.eth')).toEqual({ problem: 'offchain-name' })
    expect(asked).toEqual(['resolver', 'addr'])
  })

  test('on an unreachable network is an error', async () => {
    const silent = createClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
    await expect(findName(silent, 'alice.eth')).rejects.toThrow()
  })
})

describe('the primary name of an account', () => {
  test('is the name that it chose and that resolves to it', async () => {
    claim(alice, 'alice.eth')
    register('alice.eth', { value: alice })
    expect(await findPrimaryName(client, alice)).toBe('alice.eth')
  })

  test.each([
    ['it chose none', undefined, undefined],
    ['it chose an empty one', '', undefined],
    ['it resolves to another account', 'bob.eth', bob],
    ['it resolves to nothing', 'alice.eth', undefined],
    ['it is not normalised', 'Alice.eth', alice],
    ['it imitates another one', 'p\u0430ypal.eth', alice],
    ['it is longer than 100 characters', `${'a'.repeat(120)}.eth`, alice],
  ])('is not shown if %s', async (_, name, target) => {
    if (name !== undefined) claim(alice, name)
    if (name && target) register(name, { value: target })
    expect(await findPrimaryName(client, alice)).toBeUndefined()
  })

  test('is an error on an unreachable network', async () => {
    const silent = createClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
    await expect(findPrimaryName(silent, alice)).rejects.toThrow()
  })
})
