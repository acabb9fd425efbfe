import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

type Props = {
  readonly id: string
  /** Where it stands among all options, of which the page may hold a part only; the first is at 1. */
  readonly place: { readonly position: number; readonly count: number }
  /** Where the keyboard stands. */
  readonly active: boolean
  /** What was chosen before. */
  readonly selected: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/**
 * One row of a listbox, with a disc at its start, which bears the mark of what is chosen, and room for a button
 * beside it. Focus stays in the field that drives it, so it takes no tab stop.
 */
export const ListboxOption = ({ id, place, active, selected, onSelect, children }: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options.
  // biome-ignore lint/a11y/useFocusableInteractive: the active option is named by aria-activedescendant.
  <div
    id={id}
    role="option"
    aria-selected={selected}
    aria-posinset={place.position}
    aria-setsize={place.count}
    onClick={onSelect}
    onMouseDown={(event) => event.preventDefault()}
    className={classNames(
      'relative flex min-h-15 items-center gap-3 rounded-well pr-13 pl-3 hover:bg-sunken',
      // The outline is seen where colours are forced.
      active &&
        'bg-sunken shadow-[inset_3px_0_0_var(--primary)] outline-2 -outline-offset-2 outline-transparent',
    )}
  >
    <div className="min-w-0 flex-1">{children}</div>
    {selected ? (
      <span className="absolute bottom-2 left-9 grid size-5 place-items-center rounded-full border-2 border-surface bg-primary text-on-primary">
        <Check aria-hidden="true" className="size-3" strokeWidth={3} />
      </span>
    ) : null}
  </div>
)
