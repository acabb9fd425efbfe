import { type Context, defineSlot } from '@/lib/context'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import { checkDeployment } from './check-deployment'

/**
 * Milliseconds after which a deployment is checked again: contracts do not change, but an allow-list and a clock may; a
 * fix by the operator takes effect within a minute.
 */
const recheckMs = { right: 600_000, wrong: 60_000 }

type Answer = { readonly atMs: number; readonly faults: Promise<readonly string[]> }

/** The newest check of each network. */
const answers = defineSlot('settlements/deployment', () => new Map<number, Answer>())

/** Faults last reported, by network. */
const reported = defineSlot('settlements/deployment-reported', () => new Map<number, string>())

/**
 * Returns what keeps this process from settling on a network; checked again after ten minutes, or after one
 * while something is wrong; logged when it changes.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function findDeploymentFaults(
  ctx: Context,
  chainId: number,
): Promise<readonly string[]> {
  const known = answers(ctx).get(chainId)
  if (known) {
    const faults = await known.faults.catch(() => undefined)
    const forMs = faults?.length === 0 ? recheckMs.right : recheckMs.wrong
    if (faults && ctx.now() - known.atMs < forMs) return faults
  }
  const answer = { atMs: ctx.now(), faults: check(ctx, chainId) }
  answers(ctx).set(chainId, answer)
  return answer.faults
}

async function check(ctx: Context, chainId: number): Promise<readonly string[]> {
  const solver = ctx.config.solverKey ? solverAddress(ctx) : undefined
  const checks = await checkDeployment(ctx, { chainId, solver })
  const faults = checks.flatMap(({ fault, isFatal }) => (fault && isFatal ? fault : []))
  const others = checks.flatMap(({ fault, isFatal }) => (fault && !isFatal ? fault : []))
  report(ctx, chainId, { faults, others })
  return faults
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
