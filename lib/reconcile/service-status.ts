/**
 * Kinds of incidents: the node does not answer, the index is behind, no auction is held, settlement is paused, stored data
 * breaks an invariant.
 */
export const incidentKinds = ['node', 'index', 'rounds', 'settlement', 'data'] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** An incident of a network. */
export type Incident = {
  readonly chainId: number
  readonly kind: IncidentKind
  readonly startedAt: Date
  /** Undefined: it continues. */
  readonly endedAt: Date | undefined
}

/** The figures of a network. */
export type NetworkStatus = {
  readonly chainId: number
  readonly measuredAt: Date
  /** Newest block of the node, and its time; undefined: it did not answer. */
  readonly head: bigint | undefined
  readonly headAt: Date | undefined
  /** Last block of the index of settlements, and its time. */
  readonly indexed: bigint | undefined
  readonly indexedAt: Date | undefined
  readonly marketIndexed: bigint | undefined
  /** Last auction round. */
  readonly roundAt: Date | undefined
  /** Settlements and trades of the last 24 hours. */
  readonly settlements: number
  readonly trades: number
}

/** How a network is: `unknown` if nothing was measured lately. */
export type NetworkState = 'operational' | 'degraded' | 'down' | 'unknown'

/** A network of the service with its newest figures. */
export type NetworkHealth = {
  readonly chainId: number
  readonly title: string
  readonly state: NetworkState
  /** The incidents that continue. */
  readonly kinds: readonly IncidentKind[]
  /** Undefined: never measured. */
  readonly status: NetworkStatus | undefined
}

/** What the status page shows. */
export type ServiceStatus = {
  /** Whether the database answered; otherwise the figures are the last known ones. */
  readonly isCurrent: boolean
  readonly networks: readonly NetworkHealth[]
  /** Of the last 30 days, newest first. */
  readonly incidents: readonly (Incident & { readonly title: string })[]
}

/** Milliseconds after which figures say nothing about now: several measurements are missing. */
const staleMs = 300_000

/** Derives how a network is from its figures and the incidents that continue. */
export function stateOf(
  status: Pick<NetworkStatus, 'measuredAt'> | undefined,
  kinds: readonly IncidentKind[],
  nowMs: number,
): NetworkState {
  if (!status || nowMs - status.measuredAt.getTime() > staleMs) return 'unknown'
  if (kinds.includes('node')) return 'down'
  return kinds.length > 0 ? 'degraded' : 'operational'
}

/** Returns how many blocks an index was behind the head; undefined if one of them is unknown. */
export function lagOf(head: bigint | undefined, indexed: bigint | undefined): number | undefined {
  if (head === undefined || indexed === undefined) return undefined
  return Math.max(0, Number(head - indexed))
}

/** Returns the whole seconds between two times; undefined without the first. */
export function secondsBetween(from: Date | undefined, to: Date): number | undefined {
  if (!from) return undefined
  return Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000))
}

const worstFirst = ['down', 'degraded', 'unknown', 'operational'] as const

/** Returns the worst state of any network; `unknown` without one. */
export function worstState(networks: readonly Pick<NetworkHealth, 'state'>[]): NetworkState {
  return worstFirst.find((state) => networks.some((one) => one.state === state)) ?? 'unknown'
}
