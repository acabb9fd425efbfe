import { type Context, defineCache, defineSlot } from '@/lib/context'
import { withTimeLimit } from '@/lib/core/deadline'
import { groupBy } from '@/lib/core/group-by'
import { getNetwork } from '@/lib/core/networks'
import { type ServiceStatus, stateOf } from './service-status'
import { listIncidents, listStatuses } from './status-store'

/** Days whose incidents are shown, and their maximum number. */
const shownDays = 30
const maxIncidents = 100
const dayMs = 24 * 60 * 60 * 1_000
/** Milliseconds for which an answer is shared by all requests of a process, and for which the database may be silent. */
const cacheMs = 15_000
const patienceMs = 2_000

type Rows = {
  readonly statuses: Awaited<ReturnType<typeof listStatuses>>
  readonly incidents: Awaited<ReturnType<typeof listIncidents>>
}

const lastKnown = defineSlot('reconcile/status', (): { rows: Rows } => {
  return { rows: { statuses: [], incidents: [] } }
})

const cached = defineCache<{ readonly rows: Rows; readonly isCurrent: boolean }>(
  'reconcile/status-cache',
  { forMs: cacheMs, max: 1 },
)

/**
 * Returns the figures of the configured networks and the incidents of the last 30 days, as the workers measured them: two
 * queries every 15 seconds at most, whatever is requested, and none of a node. While the database does not answer, those last
 * read.
 */
export async function listStatus(ctx: Context): Promise<ServiceStatus> {
  const { rows, isCurrent } = await cached(ctx, { key: 'all', load: () => load(ctx) })
  const open = groupBy(
    rows.incidents.filter(({ endedAt }) => endedAt === undefined),
    ({ chainId }) => chainId,
  )
  const networks = ctx.config.chainIds.map((chainId) => {
    const status = rows.statuses.find((one) => one.chainId === chainId)
    const kinds = (open.get(chainId) ?? []).map(({ kind }) => kind)
    const { title } = getNetwork(chainId)
    return { chainId, title, kinds, status, state: stateOf(status, kinds, ctx.now()) }
  })
  const incidents = rows.incidents
    .filter(({ chainId }) => ctx.config.chainIds.includes(chainId))
    .map((incident) => ({ ...incident, title: getNetwork(incident.chainId).title }))
  return { isCurrent, networks, incidents }
}

/** A failure is shared as well: a database that is down is not asked by every request. */
async function load(ctx: Context) {
  const known = lastKnown(ctx)
  const since = new Date(ctx.now() - shownDays * dayMs)
  try {
    const reads = Promise.all([
      listStatuses(ctx.db),
      listIncidents(ctx.db, { since, limit: maxIncidents }),
    ])
    const [statuses, incidents] = await withTimeLimit(patienceMs, reads, () => {
      throw new Error('the database does not answer')
    })
    known.rows = { statuses, incidents }
    return { rows: known.rows, isCurrent: true }
  } catch (error) {
    ctx.log.warn({ error }, 'status could not be read')
    return { rows: known.rows, isCurrent: false }
  }
}
