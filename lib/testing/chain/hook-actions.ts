import { concatHex, encodeFunctionData, parseAbi, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hooks } from '@/lib/app-data/metadata'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'

type HookCall = Hooks['pre'][number]

const permitAbi = parseAbi([
  'function name() view returns (string)',
  'function nonces(address owner) view returns (uint256)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Returns the app data document of an order with these hooks, as clients write it. */
export function hooksDocument({ pre = [], post = [] }: Partial<Hooks>): string {
  const write = (hooks: readonly HookCall[]) =>
    hooks.map((hook) => ({ ...hook, gasLimit: String(hook.gasLimit) }))
  return JSON.stringify({
    version: '1.3.0',
    metadata: { hooks: { pre: write(pre), post: write(post) } },
  })
}

/**
 * Returns a hook that approves `value` of an embedded network's token to the vault relayer, by its
 * owner's permit (EIP-2612).
 */
export async function permitHook(
  ctx: Context,
  permit: { token: Address; owner: { address: Address; privateKey: Hex }; value: bigint },
): Promise<HookCall> {
  const { token, owner, value } = permit
  const { client } = ctx.chain(1)
  const contract = { address: token, abi: permitAbi } as const
  const [name, nonce] = await Promise.all([
    client.readContract({ ...contract, functionName: 'name' }),
    client.readContract({ ...contract, functionName: 'nonces', args: [owner.address] }),
  ])
  const deadline = 4_000_000_000n
  const message = { owner: owner.address, spender: defaultVaultRelayer, value, nonce, deadline }
  const signature = await privateKeyToAccount(owner.privateKey).signTypedData({
    domain: { name, version: '1', chainId: 1, verifyingContract: token },
    types: permitTypes,
    primaryType: 'Permit',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner.address, defaultVaultRelayer, value, deadline, 27 + yParity, r, s] as const
  const callData = encodeFunctionData({ abi: permitAbi, functionName: 'permit', args })
  return { target: token, callData, gasLimit: 100_000n }
}

/** The test address of a contract that forwards any call and reverts if the call does. */
export const forwarder: Address = `0x${'f0'.repeat(20)}`

/** Runtime code: calls the address in the first 20 bytes with the remaining bytes. */
export const forwarderCode: Hex =
  '0x6014360380601460003760006000826000600060003560601c5af160235760006000fd5b00'

/** Returns a hook by which the {@link forwarder} makes a call. */
export function forwardHook({ to, data }: { to: Address; data: Hex }): HookCall {
  return { target: forwarder, callData: concatHex([to, data]), gasLimit: 150_000n }
}

/** The test address of a contract that counts its calls in storage slot 0. */
export const counter: Address = `0x${'c0'.repeat(20)}`

/** Runtime code: adds one to the slot and returns the sum. */
export const counterCode: Hex = '0x60005460010160005560005460005260206000f3'

/** A hook that calls the {@link counter}. */
export const countHook: HookCall = { target: counter, callData: '0x', gasLimit: 60_000n }
