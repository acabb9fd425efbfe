import { numberToHex, pad } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Rpc } from '@/lib/devnet/rpc'

/** Storage slot that holds the iterations of the loop; tokens use the first ones. */
const slot = 'fe'

/**
 * Makes a contract of an embedded network burn gas on demand: as many iterations of about 40 gas before each call as
 * {@link setBurn} says, at first none. Its code moves to another address and is called from there.
 */
export async function makeBurner(rpc: Rpc, contract: Address): Promise<void> {
  const code = (await rpc('eth_getCode', [contract, 'latest'])) as Hex
  const moved: Address = `0xbb${contract.slice(4)}`
  await rpc('anvil_setCode', [moved, code])
  await rpc('anvil_setCode', [contract, `0x${loop}${callData}73${moved.slice(2)}${forward}`])
}

/** Sets the iterations of a contract of {@link makeBurner}, in the next block. */
export async function setBurn(rpc: Rpc, contract: Address, iterations: number): Promise<void> {
  const value = numberToHex(iterations, { size: 32 })
  await rpc('anvil_setStorageAt', [contract, pad(`0x${slot}`), value])
}

// PUSH1 slot, SLOAD; at 3: JUMPDEST, DUP1, ISZERO, PUSH1 16, JUMPI, PUSH1 1, SWAP1, SUB, PUSH1 3, JUMP; at 16: JUMPDEST, POP
const loop = `60${slot}545b8015601057600190036003565b50`
// CALLDATACOPY of all, and what DELEGATECALL takes: no output, the whole input at 0
const callData = '36600060003760006000366000'
// PUSH20 is before it: GAS, DELEGATECALL, RETURNDATACOPY of all, PUSH1 end, JUMPI, REVERT; end: JUMPDEST, RETURN
const forward = '5af43d6000803e6042573d6000fd5b3d6000f3'
