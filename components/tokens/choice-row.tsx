import { useFormat } from '@/components/i18n/use-format'
import { classNames } from '@/components/ui/class-names'

type Props<T extends string> = {
  /** Accessible legend, visually hidden. */
  readonly label: string
  readonly choices: readonly {
    readonly value: T
    readonly label: string
    /** How many items the choice shows. */
    readonly count?: number | undefined
  }[]
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** A track of buttons of which exactly one is selected. */
export const ChoiceRow = <T extends string>({ label, choices, value, onChoose }: Props<T>) => {
  const format = useFormat()
  return (
    <fieldset className="flex max-w-full min-w-0 overflow-x-auto max-tab:w-full tab:w-fit rounded-xl bg-sunken p-1 [scrollbar-width:none] dark:outline dark:-outline-offset-1 dark:outline-line">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
          className={classNames(
            'inline-flex min-h-8 items-center justify-center gap-1.5 rounded-lg px-3 text-small font-medium whitespace-nowrap -outline-offset-2 transition-colors duration-120 focus-visible:-outline-offset-2 max-tab:min-h-11 max-tab:min-w-11 max-tab:flex-1',
            choice.value === value
              ? 'bg-surface text-ink shadow-[0_1px_2px_rgb(27_26_23/0.12)] dark:bg-chosen dark:shadow-none'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {choice.label}
          {choice.count === undefined ? null : (
            <span className="numeric text-caption text-ink-2">{format.count(choice.count)}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
