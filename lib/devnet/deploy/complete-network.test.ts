import { expect } from 'vitest'
import { getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import { vaultMaker } from '@/lib/devnet/market/vault-market'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { completeNetwork } from './build-network'

const later = [getNetwork(1).hooksTrampoline, nativeOrdersContract, vaultMaker]
let network: TestNetwork
let rpc: Rpc

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  rpc = createRpc(network.rpcUrl)
})

const codes = () => Promise.all(later.map((address) => rpc('eth_getCode', [address, 'latest'])))

test('adds missing contracts to a network of an earlier version, each once', async () => {
  const built = await codes()
  for (const address of later) await rpc('anvil_setCode', [address, '0x'])
  await completeNetwork(rpc, 1)
  expect(await codes()).toEqual(built)
  const height = await rpc('eth_blockNumber', [])
  await completeNetwork(rpc, 1)
  expect(await rpc('eth_blockNumber', [])).toBe(height)
})
