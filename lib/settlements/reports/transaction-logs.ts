import { type AbiEvent, decodeEventLog, parseAbi, toEventSelector } from 'viem'
import {
  erc20Abi,
  onchainOrdersAbi,
  settlementAbi,
  wrappedNativeAbi,
} from '@/lib/chain/contract-abis'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { CallArgument } from './transaction-call'

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
export type LogToRead = Pick<TransactionLog, 'logIndex' | 'topics' | 'data'> & {
  readonly address: string
}

const eventsAbi = [
  ...settlementAbi,
  ...onchainOrdersAbi,
  ...erc20Abi,
  ...wrappedNativeAbi,
  ...parseAbi([
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event Sync(uint112 reserve0, uint112 reserve1)',
    'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
    'event Interaction(address indexed target, uint256 value, bytes4 selector)',
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
  const args = event && readArguments(event, log)
  const name = args && event?.name
  const address = toAddress(log.address)
  return { logIndex, address, event: name, args: args ?? [], topics, data }
}

function readArguments(event: AbiEvent, { topics, data }: LogToRead) {
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
