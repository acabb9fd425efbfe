import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { getFactories, uniswapPeriphery } from '@/lib/devnet/deploy/deploy-uniswap'
import { readPackageArtifact } from '@/lib/devnet/deploy/package-artifact'
import { placeContract } from '@/lib/devnet/deploy/place-contract'
import { createRpc, quantity, type Rpc } from '@/lib/devnet/rpc'
import { setPredeployAnswer } from '@/lib/testing/chain/data-fees'
import { type NodeFaults, type NodeProxy, startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { type PrivateRelay, startPrivateRelay } from '@/lib/testing/chain/private-relay'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { type ChainProfile, getChainProfile } from './chain-profile'
import { chargeDataFee, dataFeeFields, limitsOf } from './chain-rules'

/** A chain that behaves like a public network, with two nodes of different providers and a private relay. */
export type RehearsalChain = {
  readonly profile: ChainProfile
  readonly network: Network
  /** The chain itself, which only adversaries, traders' wallets and checks use. */
  readonly anvil: TestNetwork
  readonly rpc: Rpc
  /** The service's nodes, the preferred one first. */
  readonly nodes: readonly [NodeProxy, NodeProxy]
  readonly relay: PrivateRelay
  /** Makes the preferred node misbehave; `{}` ends it. */
  readonly disturb: (faults: NodeFaults) => void
  /**
   * Sends a transaction to the mempool. It waits while a block is built, since the builder has chosen that block's
   * transactions.
   */
  readonly send: (transaction: object) => Promise<void>
  /** Multiplies the base fee from the next block on. */
  readonly raiseFees: (factor: bigint) => void
  /** Mines a block now and at each block time until `stop`; before, transactions are mined at once. Called once. */
  readonly startMining: () => Promise<void>
  /** Calls after each block, without waiting; returns the function that ends it. */
  readonly onBlock: (listener: (number: bigint) => unknown) => () => void
  readonly stop: () => Promise<void>
}

type Opening = {
  readonly chainId: number
  /** Instead of the network's; a chain of slow blocks takes long to rehearse. */
  readonly blockMs?: number | undefined
  /** The account that pays data fees. */
  readonly solver: Address
}

const routerArtifact =
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json'

/** Starts a chain with the contracts of the embedded network and those that only the public one has. */
export async function openRehearsalChain({
  chainId,
  blockMs,
  solver,
}: Opening): Promise<RehearsalChain> {
  const profile = { ...getChainProfile(chainId), ...(blockMs === undefined ? {} : { blockMs }) }
  const network = getNetwork(chainId)
  const anvil = await startTestNetwork({
    chainId,
    args: ['--order', 'fees', '--gas-limit', String(profile.blockGas)],
  })
  const rpc = createRpc(anvil.rpcUrl)
  await placeRouter(rpc, network)
  if (network.dataFee !== 'none') {
    await setPredeployAnswer(anvil.rpcUrl, network.dataFee, profile.dataFee ?? 0n)
  }
  const [first, second, relay] = await Promise.all([
    startNodeProxy(anvil.rpcUrl, 'first-key'),
    startNodeProxy(anvil.rpcUrl, 'second-key'),
    startPrivateRelay(anvil.rpcUrl),
  ])
  const ordinary: NodeFaults = {
    refuses: limitsOf(profile),
    forge: dataFeeFields(profile, network),
  }
  const disturb = (faults: NodeFaults) =>
    first.behave({ ...ordinary, ...faults, forge: { ...ordinary.forge, ...faults.forge } })
  disturb({})
  second.behave(ordinary)
  const listeners = new Set<(number: bigint) => unknown>()
  const stopping = new AbortController()
  let feeFactor = 1n
  let mining: Promise<void> | undefined
  /** Ends when the mempool is free: no block is built, and no transaction sent, at the same time. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
  const buildBlock = async () => {
    // Some move of the base fee, as on any network: at most an eighth per block.
    const number = BigInt((await rpc('eth_blockNumber', [])) as Hex) + 1n
    const baseFee = (profile.baseFee * feeFactor * (16n + (number % 3n))) / 17n
    await rpc('anvil_setNextBlockBaseFeePerGas', [quantity(baseFee)])
    await relay.include()
    await rpc('evm_mine', [await nextTime(rpc)])
    await chargeDataFee({ profile, network, rpc, number, payer: solver })
    for (const listener of listeners) listener(number)
  }
  const mineNext = () => inTurn(buildBlock)
  return {
    ...{ profile, network, anvil, rpc, relay, disturb },
    nodes: [first, second],
    send: async (transaction) => {
      await inTurn(() => rpc('eth_sendTransaction', [transaction]))
    },
    raiseFees: (factor) => {
      feeFactor = factor
    },
    startMining: async () => {
      await rpc('evm_setAutomine', [false])
      // The service must not see the base fee of the embedded chain: the next one would be several times it.
      await mineNext()
      mining = mineUntil(stopping.signal, profile.blockMs, mineNext)
    },
    onBlock: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      stopping.abort()
      await mining
      await Promise.all([first.close(), second.close(), relay.stop().catch(() => {})])
      await anvil.stop()
    },
  }
}

/** Blocks of one second share its timestamp, as on Arbitrum. */
async function nextTime(rpc: Rpc): Promise<number> {
  const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  return Math.max(Number(head.timestamp), Math.floor(Date.now() / 1_000))
}

async function mineUntil(
  signal: AbortSignal,
  blockMs: number,
  mineNext: () => Promise<void>,
): Promise<void> {
  let dueMs = Date.now()
  while (!signal.aborted) {
    // A busy machine skips blocks instead of catching up.
    dueMs = Math.max(dueMs + blockMs, Date.now())
    await delay(dueMs - Date.now(), undefined, { signal }).catch(() => {})
    if (!signal.aborted) await mineNext()
  }
}

/** Public networks other than mainnet and Arbitrum trade V3 pools through a router with another interface. */
async function placeRouter(rpc: Rpc, network: Network): Promise<void> {
  const { address, kind } = network.factories.uniswapV3Router
  if (kind !== 'swap-router-02') return
  const { v2, v3 } = getFactories(network.chainId)
  await placeContract(rpc, {
    ...readPackageArtifact(routerArtifact),
    address,
    args: [v2, v3, uniswapPeriphery.v3PositionManager, network.wrappedNative],
  })
}
