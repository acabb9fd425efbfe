import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction, OrderInteractions } from '@/lib/core/interaction'

/** A call with its own gas limit. */
type HookCall = { readonly target: Address; readonly callData: Hex; readonly gasLimit: bigint }

const trampolineAbi = parseAbi([
  'struct Hook { address target; bytes callData; uint256 gasLimit; }',
  'function execute(Hook[] hooks)',
])

/** Assumed gas of an order's interaction other than hooks, which states none, such as wrapping the native token. */
const plainInteractionGas = 60_000n

/** Returns the contract through which a network's settlements call the hooks of orders. */
export function trampolineOf(ctx: Context, chainId: number): Address {
  return ctx.config.hooksTrampoline ?? ctx.chain(chainId).network.hooksTrampoline
}

/**
 * Returns the interactions of an order with these hooks: the trampoline, at most once before the trade and once after
 * it. Hooks run with the trampoline as their caller, each with its own gas limit; none of them can revert the
 * settlement.
 */
export function hookInteractions(
  { pre, post }: { readonly pre: readonly HookCall[]; readonly post: readonly HookCall[] },
  trampoline: Address,
): OrderInteractions {
  const toInteractions = (hooks: readonly HookCall[]): Interaction[] =>
    hooks.length === 0 ? [] : [{ target: trampoline, value: 0n, callData: encodeHooks(hooks) }]
  return { pre: toInteractions(pre), post: toInteractions(post) }
}

/** Returns the gas that an order's interactions may use: as stated by hooks, and a fixed estimate for other calls. */
export function interactionGas({ pre, post }: OrderInteractions): bigint {
  return [...pre, ...post].reduce(
    (sum, interaction) => sum + (statedGas(interaction) ?? plainInteractionGas),
    0n,
  )
}

/** Returns the total gas stated by the hooks of a trampoline call, or undefined for any other call. */
export function statedGas({ callData }: Interaction): bigint | undefined {
  const hooks = decodeHooks(callData)
  return hooks?.reduce((sum, { gasLimit }) => sum + gasLimit, 0n)
}

/** Decodes the hooks of a trampoline call; undefined for any other call. */
export function decodeHooks(callData: Hex): readonly HookCall[] | undefined {
  try {
    const { args } = decodeFunctionData({ abi: trampolineAbi, data: callData })
    return args[0].map((hook) => ({ ...hook, target: toAddress(hook.target) }))
  } catch {
    return undefined
  }
}

function encodeHooks(hooks: readonly HookCall[]): Hex {
  return encodeFunctionData({ abi: trampolineAbi, functionName: 'execute', args: [hooks] })
}
