/** Refresh interval and maximum number of refreshes while a transaction is pending: 10 minutes in all. */
export const pendingRefreshes = { everyMs: 3_000, maxRefreshes: 200 } as const
