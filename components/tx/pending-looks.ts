/** Refresh interval and maximum number of refreshes while a transaction is pending: 10 minutes in all. */
export const pendingLooks = { everyMs: 3_000, most: 200 } as const
