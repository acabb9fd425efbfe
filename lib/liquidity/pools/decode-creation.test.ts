import { encodeAbiParameters, pad } from 'viem'
import { expect, test } from 'vitest'
import type { ChainLog } from '@/lib/chain/read-logs'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { creationTopics, decodeCreation } from './decode-creation'
import { decodeVaultCreation, vaultCreationTopic } from './identify-vault-pools'

const { factories } = getNetwork(1)
const [token0, token1, pool] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]

function logOf(address: Address, topics: readonly Hex[], data: Hex = '0x'): ChainLog {
  const place = { blockNumber: 7n, blockHash: pad('0x7'), transactionHash: pad('0x8'), logIndex: 0 }
  return { address, topics, data, ...place, timestamp: undefined }
}

function pairMadeBy(factory: Address): ChainLog {
  const data = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [pool, 1n])
  return logOf(factory, [creationTopics[0] ?? '0x', pad(token0), pad(token1)], data)
}

test.each(factories.uniswapV2)('decodes a pair of $title with its fee', (factory) => {
  const expected = { address: pool, token0, token1, feePpm: factory.feePpm, createdBlock: 7n }
  expect(decodeCreation(pairMadeBy(factory.address), factories)).toMatchObject(expected)
})

test('ignores a pair of an unknown factory', () => {
  expect(decodeCreation(pairMadeBy(pool), factories)).toBeUndefined()
})

test.each(factories.balancerV2)('decodes a pool of $address as $makes', (factory) => {
  const log = logOf(factory.address, [vaultCreationTopic, pad(pool)])
  const { address, makes: kind } = factory
  const expected = { address: pool, factory: address, kind, createdBlock: 7n }
  expect(decodeVaultCreation(log, factories)).toEqual(expected)
  expect(decodeCreation(log, factories)).toBeUndefined()
})

test('ignores a vault pool of an unknown factory', () => {
  const log = logOf(pool, [vaultCreationTopic, pad(pool)])
  expect(decodeVaultCreation(log, factories)).toBeUndefined()
})
