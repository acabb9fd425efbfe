/** As far as a query tells whether it was ever answered. */
type Reading = {
  readonly isPending: boolean
  readonly failureCount: number
  readonly errorUpdateCount: number
}

/** Whether the first answer is out; what has failed once is not waited for. */
export const isOut = ({ isPending, failureCount, errorUpdateCount }: Reading): boolean =>
  isPending && failureCount + errorUpdateCount === 0
