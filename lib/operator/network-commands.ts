import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import {
  checkDeployment,
  type DeploymentCheck,
} from '@/lib/settlements/deployment/check-deployment'
import type { Command, Row } from './command'
import { deployCommand } from './deploy-command'
import { UsageError } from './options'
import { readAddress, readServedNetwork } from './parameters'

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
  deployCommand,
]

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
