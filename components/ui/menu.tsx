'use client'

import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { classNames } from './class-names'
import { Link } from './link'
import { Popover } from './popover'
import { useRowKeys } from './use-row-keys'

/** An action of a menu: a link, or a function. */
export type MenuItem = {
  readonly key: string
  readonly label: string
  /** A second line. */
  readonly note?: string
  readonly icon?: LucideIcon
  readonly tone?: 'danger'
} & ({ readonly href: string } | { readonly onChoose: () => void })

type Props = {
  /** Accessible name: what the actions are for. */
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>
  readonly items: readonly MenuItem[]
}

const itemClass =
  'flex min-h-9 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left text-small font-medium ' +
  'hover:bg-sunken max-tab:min-h-11 -outline-offset-2 focus-visible:-outline-offset-2'

/** A button that opens a short list of actions; arrows move between them. */
export const Menu = ({ label, trigger, items }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const onKeyDown = useRowKeys()
  return (
    <Popover label={label} trigger={trigger} shape="menu" open={isOpen} onOpenChange={setIsOpen}>
      <ul className="grid" onKeyDown={onKeyDown}>
        {items.map((item) => (
          <li key={item.key} data-row="">
            {'href' in item ? (
              <Link
                href={item.href}
                data-open=""
                className={classNames(itemClass, item.tone === 'danger' && 'text-danger')}
              >
                <Face item={item} />
              </Link>
            ) : (
              <button
                type="button"
                data-open=""
                onClick={() => {
                  setIsOpen(false)
                  item.onChoose()
                }}
                className={classNames(itemClass, item.tone === 'danger' && 'text-danger')}
              >
                <Face item={item} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}

const Face = ({ item: { icon: Icon, label, note } }: { readonly item: MenuItem }) => (
  <>
    {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
    <span className="grid">
      {label}
      {note === undefined ? null : (
        <span className="text-label font-normal text-ink-2">{note}</span>
      )}
    </span>
  </>
)
