import { Chip } from '@/components/ui/chip'

type Props<T extends string> = {
  /** Accessible legend, visually hidden. */
  readonly label: string
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** A row of chips of which exactly one is selected. */
export const ChoiceRow = <T extends string>({ label, choices, value, onChoose }: Props<T>) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">{label}</legend>
    {choices.map((choice) => (
      <Chip
        key={choice.value}
        pressed={choice.value === value}
        onClick={() => onChoose(choice.value)}
        className="justify-center max-tab:min-h-11 max-tab:min-w-11"
      >
        {choice.label}
      </Chip>
    ))}
  </fieldset>
)
