import { type AbiFunction, decodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import {
  erc20Abi,
  onchainOrdersAbi,
  settlementAbi,
  vaultAbi,
  wrappedNativeAbi,
} from '@/lib/chain/contract-abis'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** The purpose of a transaction, as far as its call reveals it. */
export type CallKind =
  | 'settlement'
  | 'approval'
  | 'revocation'
  | 'wrap'
  | 'unwrap'
  | 'token-transfer'
  /** An owner invalidates an order on-chain. */
  | 'cancellation'
  /** An order is presigned, or the presignature is revoked. */
  | 'presignature'
  /** A native sell order is placed. */
  | 'native-order'
  /** A faucet transfer on an embedded network. */
  | 'faucet'
  /** A plain native transfer. */
  | 'payment'
  | 'deployment'
  | 'other'

/** A transaction's call. */
export type TransactionCall = {
  readonly kind: CallKind
  /** The method's name; undefined if there is no call, or the method is unknown. */
  readonly method: string | undefined
  /** The selector; undefined without a call. */
  readonly selector: Hex | undefined
  /** The decoded arguments. */
  readonly args: readonly CallArgument[]
}

/** A named argument. */
export type CallArgument = { readonly name: string; readonly type: string; readonly value: unknown }

/** A transaction, and the contracts that its call may target. */
export type CallFacts = {
  readonly to: Address | undefined
  readonly input: Hex
  readonly settlementContract: Address
  readonly wrappedNative: Address
  readonly orderContracts: readonly Address[]
  readonly isEmbedded: boolean
}

const furtherAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function multicall(bytes[] data)',
  'struct Grant { address token; uint256 target; }',
  'function topUp(address to, uint256 nativeTarget, Grant[] grants)',
])

const methods: ReadonlyMap<string, AbiFunction> = new Map(
  [
    ...settlementAbi,
    ...erc20Abi,
    ...wrappedNativeAbi,
    ...onchainOrdersAbi,
    ...vaultAbi,
    ...furtherAbi,
  ].flatMap((item) =>
    item.type === 'function' ? [[toFunctionSelector(item), item] as const] : [],
  ),
)

/** Classifies a transaction's call by target and method; an undecodable call is `other`. */
export function decodeCall(facts: CallFacts): TransactionCall {
  const { to, input } = facts
  const nothing = { method: undefined, selector: undefined, args: [] }
  if (to === undefined) return { ...nothing, kind: 'deployment' }
  if (input === '0x') return { ...nothing, kind: 'payment' }
  const selector = input.slice(0, 10) as Hex
  const method = methods.get(selector)
  const args = method && readArguments(method, input)
  if (!method || !args) return { ...nothing, kind: 'other', selector }
  return { kind: kindOf(method.name, args, { ...facts, to }), method: method.name, selector, args }
}

function readArguments(method: AbiFunction, data: Hex): readonly CallArgument[] | undefined {
  try {
    const { args = [] } = decodeFunctionData({ abi: [method], data })
    return method.inputs.map(({ name, type }, index) => ({
      name: name || `${index}`,
      type,
      value: args[index],
    }))
  } catch {
    return undefined
  }
}

type Target = CallFacts & { readonly to: Address }

function kindOf(method: string, args: readonly CallArgument[], facts: Target): CallKind {
  const { to, settlementContract, wrappedNative, orderContracts, isEmbedded } = facts
  if (to === settlementContract) return settlementKinds[method] ?? 'other'
  if (orderContracts.includes(to)) return orderContractKinds[method] ?? 'other'
  if (method === 'topUp') return isEmbedded ? 'faucet' : 'other'
  if (to === wrappedNative && method === 'deposit') return 'wrap'
  if (to === wrappedNative && method === 'withdraw') return 'unwrap'
  if (method === 'transfer' || method === 'transferFrom') return 'token-transfer'
  if (method === 'approve') return args[1]?.value === 0n ? 'revocation' : 'approval'
  return 'other'
}

const settlementKinds: Readonly<Record<string, CallKind>> = {
  settle: 'settlement',
  invalidateOrder: 'cancellation',
  setPreSignature: 'presignature',
}

const orderContractKinds: Readonly<Record<string, CallKind>> = {
  createOrder: 'native-order',
  invalidateOrder: 'cancellation',
}
