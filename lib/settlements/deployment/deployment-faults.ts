import { type Context, defineCache, defineSlot } from '@/lib/context'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import { checkDeployment } from './check-deployment'

/** A minute, in milliseconds: contracts do not change, but an allow-list and a clock may. */
const forMs = 60_000

const faultsOf = defineCache<readonly string[]>('settlements/deployment', { forMs, max: 100 })

/** Faults last reported, by network. */
const reported = defineSlot('settlements/deployment-reported', () => new Map<number, string>())

/**
 * Returns what keeps this process from settling on a network; checked once a minute, logged when it changes.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function findDeploymentFaults(
  ctx: Context,
  chainId: number,
): Promise<readonly string[]> {
  const solver = ctx.config.solverKey ? solverAddress(ctx) : undefined
  const load = async () => {
    const checks = await checkDeployment(ctx, { chainId, solver })
    const faults = checks.flatMap(({ fault, isFatal }) => (fault && isFatal ? fault : []))
    const others = checks.flatMap(({ fault, isFatal }) => (fault && !isFatal ? fault : []))
    report(ctx, chainId, { faults, others })
    return faults
  }
  return faultsOf(ctx, { key: String(chainId), load })
}

type Found = { readonly faults: readonly string[]; readonly others: readonly string[] }

function report(ctx: Context, chainId: number, { faults, others }: Found): void {
  const text = JSON.stringify([faults, others])
  const before = reported(ctx).get(chainId)
  if (before === text) return
  reported(ctx).set(chainId, text)
  if (faults.length > 0)
    ctx.log.error({ chainId, faults }, 'nothing settles: see operator network check')
  else if (before !== undefined) ctx.log.info({ chainId }, 'network settles again')
  if (others.length > 0)
    ctx.log.warn({ chainId, faults: others }, 'network serves some orders only')
}
