import { type Context, defineSlot } from '@/lib/context'
import { saveRelayProblem } from '@/lib/settlements/books/solver-account-store'
import { solverAddress } from './solver-account'

/** How an endpoint answered; with a fault it did not. The address may contain a key, so only its host is shown. */
export type EndpointAnswer = { readonly endpoint: URL; readonly fault: string | undefined }

type Outage = {
  /** Addresses of the endpoints that do not answer. */
  readonly silent: Set<string>
  /** Whether the problem is stored; undefined: unknown, as after a restart. */
  isStored: boolean | undefined
}

const outageOf = defineSlot('settlements/relay-outage', (_, _chainId: number): Outage => {
  return { silent: new Set(), isStored: undefined }
})

/**
 * Notes how the private endpoints of a network answered; none: there are no endpoints. Logs when one stops answering
 * and when it answers again. While none answers, the problem is stored for readiness and operators. Never throws.
 */
export async function noteEndpoints(
  ctx: Context,
  chainId: number,
  answers: readonly EndpointAnswer[],
): Promise<void> {
  const outage = outageOf(ctx, chainId)
  for (const answer of answers) logChange(ctx, chainId, { answer, silent: outage.silent })
  const isDown = answers.length > 0 && answers.every(({ fault }) => fault !== undefined)
  if (outage.isStored === isDown) return
  try {
    const since = new Date(ctx.now()).toISOString()
    const hosts = answers.map(({ endpoint }) => endpoint.hostname).join(', ')
    await saveRelayProblem(ctx.db, {
      chainId,
      address: solverAddress(ctx, chainId),
      relayProblem: isDown
        ? `no private endpoint answers since ${since} (${hosts}): settlements wait`
        : undefined,
    })
    outage.isStored = isDown
  } catch (error) {
    ctx.log.warn({ chainId, error }, 'outage of private endpoints not stored')
  }
}

type Seen = { readonly answer: EndpointAnswer; readonly silent: Set<string> }

function logChange(
  ctx: Context,
  chainId: number,
  { answer: { endpoint, fault }, silent }: Seen,
): void {
  const { href, hostname: host } = endpoint
  if (fault === undefined) {
    if (silent.delete(href)) ctx.log.info({ chainId, host }, 'private endpoint answers again')
    return
  }
  if (!silent.has(href)) ctx.log.error({ chainId, host, fault }, 'private endpoint does not answer')
  silent.add(href)
}
