import { createPublicClient, http } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { findName, nameRegistry } from './find-name'

const resolver: Address = '0x00000000000000000000000000000000000c0de1'
const alice: Address = '0x00000000000000000000000000000000000a11ce'
const nobody: Address = '0x0000000000000000000000000000000000000000'
const refusing: Hex = '0x5f5ffd'

/** Bytecode that returns an address for every call. */
const answering = (address: Address): Hex => `0x73${address.slice(2)}5f5260205ff3`

let network: TestNetwork
test.beforeAll(({ network: mainnet }) => {
  network = mainnet
})

const place = (address: Address, code: Hex) =>
  createRpc(network.rpcUrl)('anvil_setCode', [address, code])
const find = (name: string) =>
  findName(createPublicClient({ transport: http(network.rpcUrl) }), name)

test('a network without a registry has no names', async () => {
  expect(await find('alice.eth')).toEqual({ problem: 'no-names' })
})

test('a name resolves to its resolver’s address', async () => {
  await place(nameRegistry, answering(resolver))
  await place(resolver, answering(alice))
  expect(await find('Alice.eth')).toEqual({ address: alice })
})

test('an invalid name resolves to nothing, without a request', async () => {
  expect(await find('al_ice\u200d..eth')).toEqual({ problem: 'unknown-name' })
})

test.each([
  ['its resolver returns no address', answering(resolver), answering(nobody)],
  ['its resolver refuses', answering(resolver), refusing],
  ['its resolver is no contract', answering(resolver), '0x'],
  ['it has no resolver', answering(nobody), answering(alice)],
] as const)('a name resolves to nothing if %s', async (_, registryCode, resolverCode) => {
  await place(nameRegistry, registryCode)
  await place(resolver, resolverCode)
  expect(await find('alice.eth')).toEqual({ problem: 'unknown-name' })
})

test('an unreachable network is an error', async () => {
  const silent = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
  await expect(findName(silent, 'alice.eth')).rejects.toThrow()
})
