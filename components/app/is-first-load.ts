/** The part of a query result that shows whether it ever settled. */
type Reading = {
  readonly isPending: boolean
  readonly failureCount: number
  readonly errorUpdateCount: number
}

/** Returns whether the first answer is pending; a query that has failed once does not count. */
export const isFirstLoad = ({ isPending, failureCount, errorUpdateCount }: Reading): boolean =>
  isPending && failureCount + errorUpdateCount === 0
