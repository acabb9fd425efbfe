import { classNames } from './class-names'

type Props =
  | {
      /** What is done, from 0 to 1. */
      readonly share: number
    }
  | {
      /** Segments of equal length: how many are done; the next one is half filled, unless it has not begun. */
      readonly segments: number
      readonly done: number
      readonly isResting?: boolean
    }

/** A thin track of progress next to its words, and decorative therefore. */
export const ProgressTrack = (props: Props) =>
  'share' in props ? (
    // SVG: the page's policy forbids style attributes. Its own width of 300 px must not widen what holds it.
    <svg
      aria-hidden="true"
      className="block h-1 w-0 min-w-full overflow-hidden rounded-full bg-bar2/60"
    >
      <rect
        width={`${Math.min(1, Math.max(0, props.share)) * 100}%`}
        height="4"
        rx="2"
        className="fill-primary"
      />
    </svg>
  ) : (
    <span aria-hidden="true" className="grid w-full grid-flow-col gap-1">
      {Array.from({ length: props.segments }, (_, index) => (
        <Segment
          // biome-ignore lint/suspicious/noArrayIndexKey: the segments have a fixed sequence.
          key={index}
          state={segmentState(index, props)}
        />
      ))}
    </span>
  )

function segmentState(
  index: number,
  { done, isResting = false }: { readonly done: number; readonly isResting?: boolean },
) {
  if (index < done) return 'done'
  return index === done && !isResting ? 'current' : 'waiting'
}

const Segment = ({ state }: { readonly state: 'done' | 'current' | 'waiting' }) => (
  <span className="h-1 overflow-hidden rounded-full bg-bar2/60">
    <span
      className={classNames(
        'block h-full rounded-full bg-primary',
        state === 'done' && 'w-full',
        state === 'current' && 'w-1/2 animate-pulse-flat',
        state === 'waiting' && 'w-0',
      )}
    />
  </span>
)
