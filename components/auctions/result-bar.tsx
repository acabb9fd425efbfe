type Props = {
  /** How much of what was possible beyond the limit was got, from 0 to 1; undefined if unknown. */
  readonly share: number | undefined
  readonly limit: string
  readonly ceiling: string | undefined
}

/** The limit and the ceiling are always at these places, in percent: each order has a scale of its own. */
const [from, to] = [6, 92] as const

/** An order's result between its limit and its ceiling; the cells beside it have the numbers. */
export const ResultBar = ({ share, limit, ceiling }: Props) => {
  const got = share === undefined ? undefined : from + share * (to - from)
  return (
    <span className="numeric grid gap-1 text-label text-ink-2">
      <svg aria-hidden="true" height="16" className="block w-full overflow-visible">
        <rect y="6" width="100%" height="4" rx="2" className="fill-line" />
        {got === undefined ? null : (
          <rect
            x={`${from}%`}
            y="6"
            width={`${got - from}%`}
            height="4"
            className="fill-citron stroke-lime-edge stroke-1"
          />
        )}
        {[from, ceiling === undefined ? undefined : to].map((place) =>
          place === undefined ? null : (
            <line
              key={place}
              x1={`${place}%`}
              x2={`${place}%`}
              y1="2"
              y2="14"
              strokeWidth="1.5"
              className="stroke-ink-2"
            />
          ),
        )}
        {got === undefined ? null : (
          <circle
            cx={`${got}%`}
            cy="8"
            r="4.5"
            strokeWidth="3"
            className="fill-citron stroke-ink"
          />
        )}
      </svg>
      <span className="flex justify-between gap-4 px-[6%]">
        <span>{limit}</span>
        {ceiling === undefined ? null : <span>{ceiling}</span>}
      </span>
    </span>
  )
}
