import { type Context, defineSlot } from '@/lib/context'
import { hasSolver } from '@/lib/core/settings/signer-settings'
import { findSignerFault } from '@/lib/settlements/submission/remote-signer'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import { checkDeployment, type DeploymentCheck } from './check-deployment'

/**
 * Milliseconds after which a deployment is checked again: contracts do not change, but an allow-list and a clock may; a
 * fix by the operator takes effect within a minute.
 */
const recheckMs = { right: 600_000, wrong: 60_000 }

/** What is wrong with a deployment: what keeps it from settling, and what only limits it, with the names of those checks. */
type Found = {
  readonly faults: readonly string[]
  readonly limits: readonly string[]
  readonly limiting: readonly DeploymentCheck['name'][]
}

type Answer = { readonly atMs: number; readonly found: Promise<Found> }

/** The newest check of each network. */
const answers = defineSlot('settlements/deployment', () => new Map<number, Answer>())

/** Faults last reported, by network. */
const reported = defineSlot('settlements/deployment-reported', () => new Map<number, Found>())

/**
 * Returns what keeps this process from settling on a network, and what it settles without; checked again after ten
 * minutes, or after one while settling is kept from; logged when it changes.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function findDeploymentFaults(ctx: Context, chainId: number): Promise<Found> {
  const known = answers(ctx).get(chainId)
  if (known) {
    const found = await known.found.catch(() => undefined)
    const forMs = found?.faults.length === 0 ? recheckMs.right : recheckMs.wrong
    if (found && ctx.now() - known.atMs < forMs) return found
  }
  const answer = { atMs: ctx.now(), found: check(ctx, chainId) }
  answers(ctx).set(chainId, answer)
  return answer.found
}

async function check(ctx: Context, chainId: number): Promise<Found> {
  const signer = ctx.config.solverSigners.get(chainId)
  const solver = hasSolver(ctx.config, chainId) ? solverAddress(ctx, chainId) : undefined
  const [checks, signerFault] = await Promise.all([
    checkDeployment(ctx, { chainId, solver }),
    signer && findSignerFault(ctx, signer, chainId),
  ])
  const fatal = checks.flatMap(({ fault, isFatal }) => (fault && isFatal ? fault : []))
  const limits = checks.filter(({ fault, isFatal }) => fault && !isFatal)
  const found = {
    faults: signerFault === undefined ? fatal : [...fatal, signerFault],
    limits: limits.flatMap(({ fault }) => fault ?? []),
    limiting: limits.map(({ name }) => name),
  }
  report(ctx, chainId, found)
  return found
}

function report(ctx: Context, chainId: number, found: Found): void {
  const before = reported(ctx).get(chainId) ?? { faults: [], limits: [], limiting: [] }
  reported(ctx).set(chainId, found)
  const { faults, limits } = found
  if (faults.join() !== before.faults.join()) {
    if (faults.length > 0)
      ctx.log.error({ chainId, faults }, 'nothing settles: see operator network check')
    else ctx.log.info({ chainId }, 'network settles again')
  }
  if (limits.length > 0 && limits.join() !== before.limits.join())
    ctx.log.warn({ chainId, faults: limits }, 'network serves some orders or pools only')
}
