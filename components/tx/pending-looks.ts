/** How often, and how many times, the page of a transaction looks for what is not in a block yet. */
export const pendingLooks = { everyMs: 3_000, most: 200 } as const
