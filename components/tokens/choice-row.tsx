import { classNames } from '@/components/ui/class-names'

type Props<T extends string> = {
  /** Accessible legend, visually hidden. */
  readonly label: string
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** A segmented row of which exactly one choice is selected. */
export const ChoiceRow = <T extends string>({ label, choices, value, onChoose }: Props<T>) => (
  <fieldset className="flex min-w-0 rounded-xl bg-sunken p-1 max-tab:w-full">
    <legend className="sr-only">{label}</legend>
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        onClick={() => onChoose(choice.value)}
        className={classNames(
          'relative inline-flex min-h-8 flex-1 items-center justify-center rounded-lg px-3 text-small font-medium whitespace-nowrap text-ink-2 before:absolute before:-inset-y-1.5 before:inset-x-0',
          'transition-colors duration-120 hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-segment',
        )}
      >
        {choice.label}
      </button>
    ))}
  </fieldset>
)
