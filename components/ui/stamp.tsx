import { classNames } from './class-names'

/** How something ended. */
export type StampKind = 'open' | 'filled' | 'expired' | 'cancelled'

const inks: Record<StampKind, string> = {
  open: 'text-info',
  filled: 'text-surplus',
  expired: 'text-ink-2',
  cancelled: 'text-danger',
}

type Props = {
  readonly kind: StampKind
  readonly word: string
  /** Below the word: when it ended. */
  readonly note?: string
  /** `drop` presses the stamp on once, when the end is reached in front of the reader. */
  readonly motion?: 'still' | 'drop'
}

/** Stamp: how an order ended, as a rubber stamp. Receipts only, once on a page; lists use flat badges. */
export const Stamp = ({ kind, word, note, motion = 'still' }: Props) => (
  <span
    data-slot="stamp"
    className={classNames(
      'inline-block -rotate-7 stamp-ink rounded-[9px] border-[2.5px] border-current p-[3px] font-mono uppercase',
      inks[kind],
      motion === 'drop' && 'animate-stamp',
    )}
  >
    <StampInk />
    <span className="grid justify-items-center rounded-[5px] border border-current px-2.5 py-1 tab:px-4">
      {/* The spacing after the last letter is taken back, so that the word stays in the middle. */}
      <span className="-mr-[0.18em] text-[1.125rem]/6 font-bold tracking-[0.18em] tab:text-[1.375rem]/7 whitespace-nowrap">
        {word}
      </span>
      {note === undefined ? null : (
        <span className="numeric text-[0.6875rem]/4 font-medium tab:tracking-[0.06em] whitespace-nowrap">
          {note}
        </span>
      )}
    </span>
  </span>
)

/** Leaves specks without ink. */
const StampInk = () => (
  <svg aria-hidden="true" width="0" height="0" className="absolute">
    <filter id="stamp-ink" x="-5%" y="-5%" width="110%" height="110%">
      <feTurbulence type="fractalNoise" baseFrequency="0.4" numOctaves="2" seed="7" />
      <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  -11 0 0 0 7.9" result="ink" />
      <feComposite in="SourceGraphic" in2="ink" operator="in" />
    </filter>
  </svg>
)
