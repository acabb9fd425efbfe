import { concat, encodeFunctionData, keccak256, parseAbi, serializeTransaction, toHex } from 'viem'
import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import { byteLength, type Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { noInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'
import { encodeSettlement, type SettlementTrade } from './encode-settlement'
import { findNodeAnswer } from './node-error'
import { wordAt } from './reads/aggregate-reads'
import { isExecutionFault } from './reads/bounded-request'

/** What a layer-2 network charges for a transaction's data: wei beyond its gas, and gas beyond that of its execution. */
export type DataFee = { readonly wei: bigint; readonly gas: bigint }

/** The call of a settlement and its gas limit. */
type SettlementCall = { readonly callData: Hex; readonly gas: bigint }

type CallAtBlock = SettlementCall & { readonly blockNumber?: bigint }

const noFee: DataFee = { wei: 0n, gas: 0n }

/** Predeploy of OP stack networks (GasPriceOracle, Fjord and Isthmus). */
export const gasPriceOracle: Address = '0x420000000000000000000000000000000000000f'
/** Virtual contract of Arbitrum's nodes; it has no code, and answers `eth_call` only. */
export const nodeInterface: Address = '0x00000000000000000000000000000000000000c8'

const oracleAbi = parseAbi([
  'function getL1Fee(bytes unsignedTransaction) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
])
const nodeAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool creation, bytes data) payable returns (uint64 gasForL1, uint256 baseFee, uint256 l1BaseFee)',
])

/** Tenths of the fee that are counted: the parent chain's price may rise before the transaction is mined. */
const counted = 11n

/**
 * Returns the data fee of a settlement, a tenth more than the network states now. No fee on an embedded chain without
 * the predeploy.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer, or a real network lacks the predeploy.
 */
export async function readDataFee(
  ctx: Context,
  chainId: number,
  call: SettlementCall,
): Promise<DataFee> {
  const { wei, gas } = await readDataFeeAt(ctx, chainId, call)
  return { wei: ceilDiv(wei * counted, 10n), gas: ceilDiv(gas * counted, 10n) }
}

/**
 * Returns the data fee of a settlement as the network states it at a block; default the newest.
 * @throws {ServiceError} as {@link readDataFee}, also if the node has no state of that block.
 */
export async function readDataFeeAt(
  ctx: Context,
  chainId: number,
  call: SettlementCall,
  blockNumber?: bigint,
): Promise<DataFee> {
  const at = { ...call, ...(blockNumber === undefined ? {} : { blockNumber }) }
  switch (ctx.chain(chainId).network.dataFee) {
    case 'none':
      return noFee
    case 'op-stack':
      return readOracle(ctx, chainId, at)
    case 'arbitrum':
      return readNode(ctx, chainId, at)
  }
}

/**
 * Returns the wei that a byte of a settlement costs, by the data fee of a typical one ({@link readDataFee}); 0 on
 * networks without. `gasPrice` is in wei per gas.
 * @throws {ServiceError} as {@link readDataFee}.
 */
export async function readBytePrice(
  ctx: Context,
  chainId: number,
  gasPrice: bigint,
): Promise<bigint> {
  if (ctx.chain(chainId).network.dataFee === 'none') return 0n
  const load = () => readDataFee(ctx, chainId, sampleCall)
  const { wei, gas } = await sampleFees(ctx, { scope: chainId, key: '', load })
  return ceilDiv(wei + gas * gasPrice, transactionBytes(ctx, chainId, sampleCall))
}

/** Milliseconds: the price of data changes with the blocks of the parent chain. */
const sampleMs = 10_000
const sampleFees = defineCache<DataFee>('chain/sample-data-fees', { forMs: sampleMs, max: 1 })

/** The L1 fee and the operator fee. Networks before Isthmus have no operator fee, and revert. */
async function readOracle(
  ctx: Context,
  chainId: number,
  { blockNumber, ...call }: CallAtBlock,
): Promise<DataFee> {
  const transaction = unsigned(ctx, chainId, call)
  const at = blockNumber === undefined ? {} : { blockNumber }
  const ask = (data: Hex) => readPredeploy(ctx, chainId, { to: gasPriceOracle, data, ...at })
  const [l1Fee, operatorFee] = await Promise.all([
    ask(encodeFunctionData({ abi: oracleAbi, functionName: 'getL1Fee', args: [transaction] })),
    ask(encodeFunctionData({ abi: oracleAbi, functionName: 'getOperatorFee', args: [call.gas] })),
  ])
  if (l1Fee === undefined) throw withoutPredeploy(ctx, chainId, gasPriceOracle)
  return { wei: (wordAt(l1Fee, 0) ?? 0n) + (wordAt(operatorFee, 0) ?? 0n), gas: 0n }
}

/**
 * Returns the operator fee in wei that a mined transaction paid on an OP stack network, by the predeploy at its block: the
 * formula changes with the network's upgrades.
 * @throws {ServiceError} as {@link readDataFee}.
 */
export async function readOperatorFee(
  ctx: Context,
  chainId: number,
  { gas, blockNumber }: { readonly gas: bigint; readonly blockNumber: bigint },
): Promise<bigint> {
  const data = encodeFunctionData({ abi: oracleAbi, functionName: 'getOperatorFee', args: [gas] })
  const answer = await readPredeploy(ctx, chainId, { to: gasPriceOracle, data, blockNumber })
  const fee = wordAt(answer, 0)
  if (fee === undefined) throw withoutPredeploy(ctx, chainId, gasPriceOracle)
  return fee
}

async function readNode(
  ctx: Context,
  chainId: number,
  { callData, blockNumber }: CallAtBlock,
): Promise<DataFee> {
  const at = blockNumber === undefined ? {} : { blockNumber }
  const args = [ctx.config.settlementContract, false, callData] as const
  const data = encodeFunctionData({ abi: nodeAbi, args })
  const answer = await readPredeploy(ctx, chainId, { to: nodeInterface, data, ...at })
  if (answer === undefined) throw withoutPredeploy(ctx, chainId, nodeInterface)
  return { wei: 0n, gas: wordAt(answer, 0) ?? 0n }
}

/**
 * Undefined if the call reverts, or answers nothing on a real network: there is no such contract. An embedded chain
 * answers nothing and charges nothing.
 */
async function readPredeploy(
  ctx: Context,
  chainId: number,
  call: { readonly to: Address; readonly data: Hex; readonly blockNumber?: bigint },
): Promise<Hex | undefined> {
  const { client, network } = ctx.chain(chainId)
  try {
    const { data } = await client.call(call)
    if (data !== undefined && data !== '0x') return data
    return ctx.config.embeddedChainIds.includes(chainId) ? '0x' : undefined
  } catch (cause) {
    if (isRevert(cause)) return undefined
    throw dependencyDown(network.title, cause)
  }
}

function isRevert(error: unknown): boolean {
  const refusal = findNodeAnswer(error)
  return refusal !== undefined && isExecutionFault(refusal)
}

/** That a network's predeploy does not state its data fee: its node answered. */
class MissingPredeploy extends Error {}

function withoutPredeploy(ctx: Context, chainId: number, predeploy: Address) {
  const { title } = ctx.chain(chainId).network
  const name = predeploy === gasPriceOracle ? 'GasPriceOracle' : 'NodeInterface'
  const cause = new MissingPredeploy(`${name} at ${predeploy} does not state the data fee`)
  return dependencyDown(title, cause)
}

/**
 * Returns which predeploy does not state the data fee of the network; undefined if it does, or the network has no such fee.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function findDataFeeFault(ctx: Context, chainId: number): Promise<string | undefined> {
  try {
    await readDataFee(ctx, chainId, sampleCall)
    return undefined
  } catch (error) {
    if (error instanceof Error && error.cause instanceof MissingPredeploy)
      return error.cause.message
    throw error
  }
}

/** The fields apart from the data are as long as those of usual transactions. */
function unsigned({ config }: Context, chainId: number, { callData, gas }: SettlementCall): Hex {
  return serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce: 100_000,
    to: config.settlementContract,
    data: callData,
    gas,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
  })
}

function transactionBytes(ctx: Context, chainId: number, call: SettlementCall): bigint {
  return BigInt(byteLength(unsigned(ctx, chainId, call)))
}

/** A pseudo-random number of up to 32 bytes. */
const random = (index: number, bytes = 32) =>
  `0x${keccak256(toHex(index)).slice(2, 2 + 2 * bytes)}` as const

function sampleTrade(index: number): SettlementTrade {
  const [sellToken, buyToken] = [random(8 * index, 20), random(8 * index + 1, 20)]
  const order: SignedOrder = {
    ...{ sellToken, buyToken, receiver: random(8 * index + 2, 20) },
    ...{ sellAmount: BigInt(random(8 * index + 3, 8)), buyAmount: BigInt(random(8 * index, 8)) },
    ...{ validTo: 2_000_000_000, appData: random(8 * index + 4), feeAmount: 0n },
    ...{ kind: 'sell', partiallyFillable: false },
    ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20' },
    ...{ owner: random(8 * index + 5, 20), signingScheme: 'eip712' },
    signature: concat([random(8 * index + 6), random(8 * index + 7), '0x1b']),
  }
  return { order, executedAmount: order.sellAmount }
}

/** Settlements compress well, so an ordinary one determines the price of its bytes: two orders, with a hop for each. */
const sampleCall: SettlementCall = (() => {
  const trades = [sampleTrade(1), sampleTrade(2)]
  const tokens = trades.flatMap(({ order }) => [order.sellToken, order.buyToken])
  const swaps = trades.flatMap(({ order: { sellToken, buyToken, owner, sellAmount } }) => {
    const words = (values: readonly Hex[]) =>
      concat(values.map((value) => toHex(BigInt(value), { size: 32 })))
    const amount = toHex(sellAmount)
    return [
      { target: sellToken, value: 0n, callData: concat(['0xa9059cbb', words([owner, amount])]) },
      {
        target: buyToken,
        value: 0n,
        callData: concat(['0x022c0d9f', words(['0x0', amount, owner, '0x80', '0x0'])]),
      },
    ]
  })
  const callData = encodeSettlement({
    clearingPrices: new Map(tokens.map((token, place) => [token, BigInt(random(100 + place, 9))])),
    trades,
    interactions: { ...noInteractions, intra: swaps },
    auctionId: 1_000_000n,
  })
  return { callData, gas: 500_000n }
})()
