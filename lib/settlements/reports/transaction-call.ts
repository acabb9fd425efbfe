import { type AbiFunction, decodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { erc20Abi, wrappedNativeAbi } from '@/lib/chain/erc20-abi'
import { onchainOrdersAbi } from '@/lib/chain/onchain-orders-abi'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import { vaultAbi } from '@/lib/chain/vault-abi'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** What a transaction is for, as far as its call says so. */
export type CallKind =
  | 'settlement'
  | 'approval'
  | 'revocation'
  | 'wrap'
  | 'unwrap'
  | 'token-transfer'
  /** Its owner takes an order back on chain. */
  | 'cancellation'
  /** An order is signed on chain, or its signature there is taken back. */
  | 'presignature'
  /** An order that sells the native token is placed. */
  | 'native-order'
  /** Test tokens are given out on an embedded network. */
  | 'faucet'
  /** The native token is sent, and no more. */
  | 'payment'
  | 'deployment'
  | 'other'

/** The call that a transaction makes. */
export type TransactionCall = {
  readonly kind: CallKind
  /** The name of the method; undefined where none is called, or one that is not known. */
  readonly method: string | undefined
  /** Its first four bytes; undefined where no method is called. */
  readonly selector: Hex | undefined
  /** What it is called with. */
  readonly args: readonly CallArgument[]
}

/** A named value as the chain has it. */
export type CallArgument = { readonly name: string; readonly type: string; readonly value: unknown }

/** A transaction, and the contracts that give its call a meaning. */
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

/** What a transaction's call is, by its target and its method; one that cannot be read is `other`. */
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
