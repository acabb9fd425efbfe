import { defaultSettlement, getNetwork } from '@/lib/core/networks'
import trampoline from '@/lib/devnet/contracts/artifacts/hooks-trampoline.json' with {
  type: 'json',
}
import type { Rpc } from '@/lib/devnet/rpc'
import { ownArtifact } from './deploy-tokens'
import { placeContract } from './place-contract'

/** Places our own trampoline, which executes the hooks of orders, at the public one's address. */
export async function deployTrampoline(rpc: Rpc, chainId: number): Promise<void> {
  await placeContract(rpc, {
    ...ownArtifact(trampoline),
    address: getNetwork(chainId).hooksTrampoline,
    args: [defaultSettlement],
  })
}
