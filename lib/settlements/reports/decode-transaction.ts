import {
  type AbiEvent,
  type AbiFunction,
  decodeEventLog,
  decodeFunctionData,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import {
  erc20Abi,
  interactionAbi,
  onchainOrdersAbi,
  settlementAbi,
  vaultAbi,
  wrappedNativeAbi,
} from '@/lib/chain/contract-abis'
import { type Address, toAddress } from '@/lib/core/address'
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

/** A log of a transaction, decoded if its event is known. */
export type TransactionLog = {
  readonly logIndex: number
  readonly address: Address
  /** The event's name; undefined if unknown. */
  readonly event: string | undefined
  readonly args: readonly CallArgument[]
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The fields of a log needed to decode it. */
type LogToRead = Pick<TransactionLog, 'logIndex' | 'topics' | 'data'> & {
  readonly address: string
}

const eventsAbi = [
  ...settlementAbi,
  ...onchainOrdersAbi,
  ...erc20Abi,
  ...wrappedNativeAbi,
  ...interactionAbi,
  ...parseAbi([
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event Sync(uint112 reserve0, uint112 reserve1)',
    'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  ]),
  ...parseAbi([
    'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  ]),
  ...parseAbi([
    'event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)',
  ]),
].filter((item) => item.type === 'event')

const events: ReadonlyMap<string, AbiEvent> = new Map(
  eventsAbi.map((event) => [toEventSelector(event), event]),
)

/** Decodes a log of a known event; an unknown or malformed one has no name. */
export function readLog(log: LogToRead): TransactionLog {
  const { logIndex, topics, data } = log
  const event = topics[0] === undefined ? undefined : events.get(topics[0])
  const args = event && readEventArguments(event, log)
  const name = args && event?.name
  const address = toAddress(log.address)
  return { logIndex, address, event: name, args: args ?? [], topics, data }
}

function readEventArguments(event: AbiEvent, { topics, data }: LogToRead) {
  try {
    const [first, ...rest] = topics as [Hex, ...Hex[]]
    const decoded = decodeEventLog({ abi: [event], topics: [first, ...rest], data })
    const values = (decoded.args ?? {}) as Readonly<Record<string, unknown>>
    return event.inputs.map(
      ({ name = '', type }): CallArgument => ({ name, type, value: values[name] }),
    )
  } catch {
    return undefined
  }
}
