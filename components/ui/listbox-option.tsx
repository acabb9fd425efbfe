import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

type Props = {
  readonly id: string
  /** 1-based position among all options, for a virtualised list that renders only some of them. */
  readonly place: { readonly position: number; readonly count: number }
  /** Whether it is the active descendant. */
  readonly active: boolean
  /** Whether it is the current selection. */
  readonly selected: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/**
 * One row of a listbox: a leading disc that carries the selection mark, and space for a button at the end.
 * No tab stop: focus stays in the controlling field.
 */
export const ListboxOption = ({ id, place, active, selected, onSelect, children }: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
  // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks the active option.
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
      // The outline becomes visible in forced-colors mode.
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
