import type { Client } from 'viem'
import type { Address } from '@/lib/core/address'

/** The ENS registry, at the same address on every network that has it. */
export const nameRegistry: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/**
 * Returns whether a network has a name service.
 * @throws the network's error if it does not answer.
 */
export async function hasNames(client: Client): Promise<boolean> {
  const code = await client.request({ method: 'eth_getCode', params: [nameRegistry, 'latest'] })
  return code !== undefined && code !== '0x'
}
