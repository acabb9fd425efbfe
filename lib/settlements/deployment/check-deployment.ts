import { decodeFunctionResult, domainSeparator, encodeFunctionData, parseAbi } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { findDataFeeFault } from '@/lib/chain/data-fee'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads } from '@/lib/chain/reads/aggregate-reads'
import { findCode } from '@/lib/chain/reads/find-code'
import { trampolineOf } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { balancerVault } from '@/lib/core/networks'
import { orderDomain } from '@/lib/core/order'
import { poolFactoriesOf, v3RouterOf } from '@/lib/liquidity/swap-contracts'
import { isRelayerAuthorised } from '@/lib/quotes/check-balance-sources'
import { findClockFault } from './clock-fault'

/** One fact of a network that settlements depend on. */
export type DeploymentCheck = {
  readonly name:
    | 'chain id'
    | 'clock'
    | 'Multicall3'
    | 'settlement contract'
    | 'order domain'
    | 'vault relayer'
    | 'allow-list'
    | 'trampoline'
    | 'native orders'
    | 'wrapped native token'
    | 'data fee'
    | 'Uniswap V3 router'
    | 'Balancer vault'
    | 'pool factories'
    | 'vault roles'
  /** What is wrong and what to change; undefined: nothing. */
  readonly fault: string | undefined
  /** Why it was not checked; undefined: it was. */
  readonly unchecked: string | undefined
  /**
   * Whether it stops settling until it is fixed. Without a contract of another protocol only its pools are not used, and
   * without vault or vault roles internal and external balances are refused.
   */
  readonly isFatal: boolean
}

const limiting: ReadonlySet<DeploymentCheck['name']> = new Set([
  'Uniswap V3 router',
  'Balancer vault',
  'pool factories',
  'vault roles',
])

const solversAbi = parseAbi(['function isSolver(address) view returns (bool)'])

/**
 * Checks that a network has the contracts that the configuration and the network's record name, that the former belong
 * together, and that the solver may settle. Without `solver` the allow-list is not checked. Without Multicall3, by which all else is read, only
 * the node is checked. Eight requests, and two more where the network charges for data.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function checkDeployment(
  ctx: Context,
  { chainId, solver }: { readonly chainId: number; readonly solver: Address | undefined },
): Promise<readonly DeploymentCheck[]> {
  const { client, network } = ctx.chain(chainId)
  const { settlementContract: settlement, vaultRelayerContract: relayer } = ctx.config
  const trampoline = trampolineOf(ctx, chainId)
  const nativeOrders = ctx.config.nativeOrderContracts.get(chainId)
  const { wrappedNative } = network
  const { address: v3Router } = v3RouterOf(ctx, chainId)
  const factories = poolFactoriesOf(ctx, chainId)
  const named = [
    ...[settlement, trampoline, ...(nativeOrders ? [nativeOrders] : [])],
    ...[
      multicall3,
      wrappedNative,
      v3Router,
      balancerVault,
      ...factories.map(({ address }) => address),
    ],
  ]
  const [own, head, withCode] = await Promise.all([
    client.getChainId(),
    client.getBlock(),
    findCode(ctx.chain(chainId), named),
  ]).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  const clockFault = await findClockFault(ctx, chainId, Number(head.timestamp))
  const ofNode = [
    check('chain id', own === chainId, `the node of RPC_URL_${chainId} is on chain ${own}`),
    check('clock', clockFault === undefined, clockFault ?? ''),
    check(
      'Multicall3',
      withCode.has(multicall3),
      `there is no contract at ${multicall3}: have Multicall3 deployed there, by its presigned transaction`,
    ),
  ]
  if (!withCode.has(multicall3)) return ofNode
  const facts = await readFacts(ctx, chainId)
  const hasSettlement = withCode.has(settlement)
  const domain = domainSeparator({ domain: orderDomain(chainId, settlement) })
  const isAllowed =
    solver === undefined ||
    (await isSolver(ctx, chainId, { authenticator: facts.authenticator, solver }))
  const hasVault = withCode.has(balancerVault)
  const hasRoles = hasVault && (await isRelayerAuthorised(ctx, chainId))
  const feeFault = await findDataFeeFault(ctx, chainId)
  const missing = factories.filter(({ address }) => !withCode.has(address))
  const needSettlement = hasSettlement ? undefined : 'the settlement contract has no code'
  return [
    ...ofNode,
    check(
      'settlement contract',
      hasSettlement,
      `there is no contract at ${settlement}: set SETTLEMENT_CONTRACT`,
    ),
    check(
      'order domain',
      facts.domain === domain,
      `orders are signed for another contract or chain than ${settlement}: set SETTLEMENT_CONTRACT`,
      needSettlement,
    ),
    check(
      'vault relayer',
      facts.relayer === relayer,
      `${settlement} takes funds through ${facts.relayer ?? 'no relayer'}: set VAULT_RELAYER_CONTRACT`,
      needSettlement,
    ),
    check(
      'allow-list',
      isAllowed,
      `${solver} is not on the allow-list of ${facts.authenticator ?? 'no contract'}`,
      needSettlement ?? (solver === undefined ? 'no solver is named' : undefined),
    ),
    check(
      'trampoline',
      withCode.has(trampoline),
      `there is no contract at ${trampoline}: set HOOKS_TRAMPOLINE`,
    ),
    check(
      'native orders',
      nativeOrders === undefined || withCode.has(nativeOrders),
      `there is no contract at ${nativeOrders}: set NATIVE_ORDER_CONTRACTS`,
    ),
    check(
      'wrapped native token',
      withCode.has(wrappedNative),
      `there is no contract at ${wrappedNative}: the node of RPC_URL_${chainId} serves another chain`,
    ),
    ...(network.dataFee === 'none' ? [] : [check('data fee', !feeFault, feeFault ?? '')]),
    check(
      'Uniswap V3 router',
      withCode.has(v3Router),
      `there is no contract at ${v3Router}: Uniswap V3 pools are not used`,
    ),
    check(
      'Balancer vault',
      hasVault,
      `there is no contract at ${balancerVault}: Balancer pools are not used, and orders with internal and external balances are refused`,
    ),
    check(
      'pool factories',
      missing.length === 0,
      `there is no contract at ${missing.map(({ title, address }) => `${address} (${title})`).join(', ')}: their pools are not used`,
    ),
    check(
      'vault roles',
      hasRoles,
      `${relayer} may not move balances of the vault: orders with internal and external balances are refused`,
      needSettlement ?? (hasVault ? undefined : 'the Balancer vault has no code'),
    ),
  ]
}

const check = (
  name: DeploymentCheck['name'],
  isRight: boolean,
  fault: string,
  unchecked?: string,
): DeploymentCheck => ({
  name,
  fault: isRight || unchecked !== undefined ? undefined : fault,
  unchecked,
  isFatal: !limiting.has(name),
})

type Facts = {
  readonly domain: Hex | undefined
  readonly relayer: Address | undefined
  readonly authenticator: Address | undefined
}

async function readFacts(ctx: Context, chainId: number): Promise<Facts> {
  const target = ctx.config.settlementContract
  const reads = (['domainSeparator', 'vaultRelayer', 'authenticator'] as const).map(
    (functionName): Read => ({
      target,
      callData: encodeFunctionData({ abi: settlementAbi, functionName }),
    }),
  )
  const [domain, relayer, authenticator] = await aggregateReads(ctx.chain(chainId), { reads })
  return {
    domain,
    relayer: addressIn(relayer),
    authenticator: addressIn(authenticator),
  }
}

function addressIn(word: Hex | undefined): Address | undefined {
  return word?.length === 66 ? toAddress(`0x${word.slice(26)}`) : undefined
}

type Listing = { readonly authenticator: Address | undefined; readonly solver: Address }

async function isSolver(
  ctx: Context,
  chainId: number,
  { authenticator, solver }: Listing,
): Promise<boolean> {
  if (!authenticator) return false
  const callData = encodeFunctionData({ abi: solversAbi, args: [solver] })
  const reads = [{ target: authenticator, callData }]
  const [answer] = await aggregateReads(ctx.chain(chainId), { reads })
  return answer?.length === 66 && decodeFunctionResult({ abi: solversAbi, data: answer })
}
