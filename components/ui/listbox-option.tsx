import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

type Props = {
  readonly id: string
  /** Where the keyboard stands. */
  readonly active: boolean
  /** What was chosen before. */
  readonly selected: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/** One row of a listbox. Focus stays in the field that drives it, so it takes no tab stop. */
export const ListboxOption = ({ id, active, selected, onSelect, children }: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options.
  // biome-ignore lint/a11y/useFocusableInteractive: the active option is named by aria-activedescendant.
  <div
    id={id}
    role="option"
    aria-selected={selected}
    onClick={onSelect}
    onMouseDown={(event) => event.preventDefault()}
    className={classNames(
      'lazy-row flex min-h-15 items-center gap-3 rounded-well px-3 hover:bg-sunken',
      active && 'bg-sunken shadow-[inset_3px_0_0_var(--primary)]',
    )}
  >
    <div className="min-w-0 flex-1">{children}</div>
    {selected ? <Check aria-hidden="true" className="size-5 shrink-0 text-primary" /> : null}
  </div>
)
