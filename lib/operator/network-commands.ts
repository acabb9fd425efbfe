import { gasPriceOracle, nodeInterface } from '@/lib/chain/data-fee'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { multicall3 } from '@/lib/core/multicall3'
import { balancerVault, getNetwork } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { poolFactoriesOf, v3RouterOf } from '@/lib/liquidity/swap-contracts'
import {
  checkDeployment,
  type DeploymentCheck,
} from '@/lib/settlements/deployment/check-deployment'
import type { Command, Row } from './command'
import { deployCommand } from './deploy-command'
import { UsageError } from './options'
import { readAddress, readNetwork, readParameters, readServedNetwork } from './parameters'

/** Commands that check networks and deploy to them. */
export const networkCommands: readonly Command[] = [
  {
    name: 'network check',
    parameters: '[<network>]',
    summary:
      'Check nodes, clock, contracts and the solver’s allow-listing; by default on all networks.',
    options: ['solver'],
    list: async (ctx, { parameters, options }) => {
      const chainIds = namedNetworks(ctx, parameters[0])
      const [solver, another] = (options.solver ?? []).map(readAddress)
      if (another) throw new UsageError('network check takes one --solver.')
      const rows = await Promise.all(chainIds.map((chainId) => checkOne(ctx, { chainId, solver })))
      return rows.flat()
    },
    isFailure: ({ result }) => result === 'failed',
  },
  {
    name: 'network show',
    parameters: '<network>',
    summary: 'Show the contracts that a chain must have, or whose pools are used, by address.',
    options: [],
    list: async (ctx, { parameters }) => {
      const [name = ''] = readParameters(parameters, ['<network>'])
      return contractsOf(ctx, readNetwork(name))
    },
  },
  deployCommand,
]

/** Lists the contracts of a network's record; those that the service deploys follow the configuration. */
function contractsOf(ctx: Context, network: Network): Row[] {
  const { chainId, wrappedNative, usdToken, baseTokens } = network
  const { config } = ctx
  const required = 'required'
  const deployed = 'by network deploy'
  const pools = 'for its pools'
  const tokens = baseTokens.filter((address) => ![wrappedNative, usdToken].includes(address))
  const feeContracts: Readonly<
    Record<Network['dataFee'], readonly (readonly [string, Address])[]>
  > = {
    none: [],
    'op-stack': [['GasPriceOracle', gasPriceOracle]],
    arbitrum: [['NodeInterface', nodeInterface]],
  }
  const nativeOrders = config.nativeOrderContracts.get(chainId)
  const row = (contract: string, address: Address, need: string) => ({ contract, address, need })
  return [
    row('Multicall3', multicall3, required),
    row('wrapped native token', wrappedNative, required),
    ...feeContracts[network.dataFee].map(([name, address]) => row(name, address, required)),
    row('settlement contract', config.settlementContract, deployed),
    row('vault relayer', config.vaultRelayerContract, deployed),
    row('trampoline', config.hooksTrampoline ?? network.hooksTrampoline, deployed),
    ...(nativeOrders ? [row('native orders', nativeOrders, deployed)] : []),
    row(`dollar token (${network.usdDecimals} decimals)`, usdToken, 'for dollar prices'),
    ...tokens.map((address) => row('base token', address, 'for routes')),
    row('Uniswap V3 router', v3RouterOf(ctx, chainId).address, pools),
    row('Balancer vault', balancerVault, pools),
    ...poolFactoriesOf(ctx, chainId).map(({ title, address }) => row(title, address, pools)),
  ]
}

/** @throws {UsageError} without an RPC endpoint of the network, or of any. */
function namedNetworks({ config }: Context, name: string | undefined): readonly number[] {
  if (name !== undefined) return [readServedNetwork(config, name).chainId]
  if (config.chainIds.length > 0) return config.chainIds
  throw new UsageError('Set RPC_URL_<chainId> to a node of the network.')
}

async function checkOne(
  ctx: Context,
  network: Parameters<typeof checkDeployment>[1],
): Promise<Row[]> {
  const { name } = getNetwork(network.chainId)
  try {
    const checks = await checkDeployment(ctx, network)
    return checks.map((check) => ({
      network: name,
      check: check.name,
      result: resultOf(check),
      detail: check.fault ?? check.unchecked ?? '',
    }))
  } catch (error) {
    const { host } = ctx.chain(network.chainId)
    const detail = `${host} does not answer: ${reasonOf(error)}`
    return [{ network: name, check: 'node', result: 'failed', detail }]
  }
}

function resultOf({ fault, unchecked, isFatal }: DeploymentCheck): string {
  if (fault === undefined) return unchecked === undefined ? 'ok' : 'not checked'
  return isFatal ? 'failed' : 'missing'
}

/** The innermost reason of an error, without the URL of the request, which may hold a key. */
function reasonOf(error: unknown): string {
  const { cause, details, shortMessage, message } = error as Partial<Record<string, unknown>>
  if (cause instanceof Error) return reasonOf(cause)
  return String(details || shortMessage || message || 'unknown error').split('\n', 1)[0] ?? ''
}
