import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import { vaultMaker } from '@/lib/devnet/market/vault-market'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { completeNetwork } from './complete-network'

const later = [getNetwork(1).hooksTrampoline, nativeOrdersContract, vaultMaker]
let network: TestNetwork
let rpc: Rpc

beforeAll(async () => {
  network = await startTestNetwork({ chainId: 1 })
  rpc = createRpc(network.rpcUrl)
})
afterAll(() => network?.stop())

const codes = () => Promise.all(later.map((address) => rpc('eth_getCode', [address, 'latest'])))

test('adds the missing contracts to a network of an earlier version, and none twice', async () => {
  const built = await codes()
  for (const address of later) await rpc('anvil_setCode', [address, '0x'])
  await completeNetwork(rpc, 1)
  expect(await codes()).toEqual(built)
  const height = await rpc('eth_blockNumber', [])
  await completeNetwork(rpc, 1)
  expect(await rpc('eth_blockNumber', [])).toBe(height)
})
