/** A metric: its name by Prometheus' conventions, what it tells, its labels, and which processes set it. */
export type Declaration = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly name: `coincide_${string}`
  readonly help: string
  /** Labels take values of our own lists only, never what a caller or a contract chose. */
  readonly labels: readonly string[]
  readonly from: 'web' | 'worker' | 'both'
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[]
}

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Every metric of the service, by the name that the code uses. `docs/metrics.md` lists them. */
export const declarations = {
  httpRequests: {
    type: 'counter',
    name: 'coincide_http_requests_total',
    help: 'Requests by path template (pages and files of the build share one each), method and status',
    labels: ['route', 'method', 'status'],
    from: 'web',
  },
  httpDuration: {
    type: 'histogram',
    name: 'coincide_http_request_duration_seconds',
    help: 'Time until a request was answered; of a stream, until it began',
    labels: ['route'],
    from: 'web',
    buckets: seconds,
  },
  cacheLookups: {
    type: 'counter',
    name: 'coincide_cache_lookups_total',
    help: 'Requests of cached endpoints: hit, miss (not in the memory of the process, or not fresh) or error (not answered)',
    labels: ['result'],
    from: 'web',
  },
  eventStreams: {
    type: 'gauge',
    name: 'coincide_event_streams',
    help: 'Open event streams',
    labels: [],
    from: 'web',
  },
  quotes: {
    type: 'counter',
    name: 'coincide_quotes_total',
    help: 'Quotes by network, quality and outcome: ok or the code of the error',
    labels: ['chain', 'quality', 'outcome'],
    from: 'web',
  },
  quoteDuration: {
    type: 'histogram',
    name: 'coincide_quote_duration_seconds',
    help: 'Time for a quote, found or not',
    labels: ['chain', 'quality'],
    from: 'web',
    buckets: seconds,
  },
  rounds: {
    type: 'counter',
    name: 'coincide_auction_rounds_total',
    help: 'Auction rounds by network and outcome: idle, paused (nothing may settle), busy, the state of the first transaction, or error',
    labels: ['chain', 'outcome'],
    from: 'worker',
  },
  roundOrders: {
    type: 'histogram',
    name: 'coincide_auction_orders',
    help: 'Orders per auction',
    labels: ['chain'],
    from: 'worker',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000],
  },
  scoreOverBound: {
    type: 'histogram',
    name: 'coincide_auction_score_over_bound_ratio',
    help: 'Score of the first transaction of an auction, once mined, over the bound of the whole auction',
    labels: ['chain'],
    from: 'worker',
    buckets: [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1],
  },
  settlements: {
    type: 'counter',
    name: 'coincide_settlements_total',
    help: 'Transactions of the solver by network and how they ended',
    labels: ['chain', 'outcome'],
    from: 'worker',
  },
  gas: {
    type: 'counter',
    name: 'coincide_settlement_gas_total',
    help: 'Gas that booked transactions of the solver used',
    labels: ['chain'],
    from: 'worker',
  },
  cost: {
    type: 'counter',
    name: 'coincide_settlement_cost_native_total',
    help: 'Cost of booked transactions in native tokens',
    labels: ['chain'],
    from: 'worker',
  },
  kept: {
    type: 'counter',
    name: 'coincide_settlement_kept_native_total',
    help: 'What booked settlements kept, in native tokens at the prices of their auctions; one that kept less than nothing adds none',
    labels: ['chain'],
    from: 'worker',
  },
  profit: {
    type: 'counter',
    name: 'coincide_settlement_profit_native_total',
    help: 'What booked settlements kept beyond what is owed and their cost, in native tokens, where that is a profit',
    labels: ['chain'],
    from: 'worker',
  },
  loss: {
    type: 'counter',
    name: 'coincide_settlement_loss_native_total',
    help: 'What booked transactions cost beyond what they kept, in native tokens, where that is a loss',
    labels: ['chain'],
    from: 'worker',
  },
  solverBalance: {
    type: 'gauge',
    name: 'coincide_solver_balance_native',
    help: 'Native balance of the solver as the leader of the auctions last read it: at least every five minutes, in every mode of settling',
    labels: ['chain'],
    from: 'worker',
  },
  rpcCalls: {
    type: 'counter',
    name: 'coincide_rpc_calls_total',
    help: 'Requests to nodes by method (batch: several), host of the node and outcome: ok, refused (HTTP status) or silent',
    labels: ['chain', 'node', 'method', 'outcome'],
    from: 'both',
  },
  headAge: {
    type: 'gauge',
    name: 'coincide_head_age_seconds',
    help: 'Age of the newest block of a node, where heads are watched; until the first one is read, the time since the watch began',
    labels: ['chain', 'node'],
    from: 'both',
  },
  indexLag: {
    type: 'gauge',
    name: 'coincide_index_lag_blocks',
    help: 'Blocks between the newest watched head and an index: settlement or market; until both are known, the blocks since the process began',
    labels: ['chain', 'index'],
    from: 'worker',
  },
  leaderAge: {
    type: 'gauge',
    name: 'coincide_leader_age_seconds',
    help: 'Seconds since this process began to lead a role; absent where another leads',
    labels: ['role'],
    from: 'worker',
  },
  oldestOrder: {
    type: 'gauge',
    name: 'coincide_oldest_marketable_order_seconds',
    help: 'Age of the oldest open and valid order that the newest round did not exclude; 0: none',
    labels: ['chain'],
    from: 'worker',
  },
  violations: {
    type: 'gauge',
    name: 'coincide_invariant_violations',
    help: 'Open violations of an invariant, by its number in docs/reconciliation.md',
    labels: ['chain', 'invariant'],
    from: 'worker',
  },
  checkAge: {
    type: 'gauge',
    name: 'coincide_invariant_check_age_seconds',
    help: 'Time since the least recent check of an invariant, by scope: sample or complete; for one that was never checked, the time since the process began',
    labels: ['chain', 'scope'],
    from: 'worker',
  },
  deliveries: {
    type: 'counter',
    name: 'coincide_deliveries_total',
    help: 'Attempts to deliver notifications by channel and result',
    labels: ['channel', 'result'],
    from: 'worker',
  },
  deliveriesDue: {
    type: 'gauge',
    name: 'coincide_deliveries_due',
    help: 'Deliveries that are due',
    labels: [],
    from: 'worker',
  },
  oldestDelivery: {
    type: 'gauge',
    name: 'coincide_oldest_delivery_seconds',
    help: 'Seconds for which the oldest delivery has been due; 0: none',
    labels: [],
    from: 'worker',
  },
  poolConnections: {
    type: 'gauge',
    name: 'coincide_database_pool_connections',
    help: 'Connections of the process to the database by state: busy, idle; waiting counts the queries without one',
    labels: ['state'],
    from: 'both',
  },
  stateErrors: {
    type: 'counter',
    name: 'coincide_metrics_errors_total',
    help: 'Scrapes whose reads of the database failed; their gauges are absent',
    labels: [],
    from: 'both',
  },
} as const satisfies Readonly<Record<string, Declaration>>
