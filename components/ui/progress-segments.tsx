import { useTranslations } from 'next-intl'
import { classNames } from './class-names'

/** One step; `stopped` is an end that is not the goal. */
export type Segment = {
  readonly label: string
  readonly state: 'done' | 'current' | 'waiting' | 'stopped'
  /** When, or by whom. */
  readonly note?: string
}

type Props = {
  readonly label: string
  readonly segments: readonly Segment[]
  /** `busy` lets the current bar pulse. */
  readonly pace?: 'idle' | 'busy'
}

const bars: Record<Segment['state'], string> = {
  done: 'bg-primary',
  current: 'bg-primary/45 forced-colors:bg-[GrayText]',
  waiting:
    'bg-chosen forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-transparent',
  stopped: 'bg-ink-3',
}

/** Steps side by side, each a bar above its name and note; two per line on phones. */
export const ProgressSegments = ({ label, segments, pace = 'idle' }: Props) => {
  const t = useTranslations('ui')
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-2 gap-x-2 gap-y-4 tab:auto-cols-fr tab:grid-flow-col tab:grid-cols-none"
    >
      {segments.map(({ label: name, state, note }) => (
        <li
          key={name}
          aria-current={state === 'current' ? 'step' : undefined}
          className="grid min-w-0 content-start gap-y-0.5 text-small"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'mb-2 block h-[3px] forced-color-adjust-none',
              bars[state],
              state === 'current' && pace === 'busy' && 'animate-pulse-flat',
            )}
          />
          <span className={classNames('font-medium', state === 'waiting' && 'text-ink-2')}>
            {name}
            {state === 'stopped' ? null : <span className="sr-only">, {t(`step.${state}`)}</span>}
          </span>
          {note === undefined ? null : (
            <span className="numeric text-label text-ink-2 wrap-anywhere">{note}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
