'use client'

import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from './icon-button'
import { Menu } from './menu'

/** The actions of a row, behind a button with three dots; `label` says what they are for. */
export const ActionsMenu = ({
  label,
  items,
}: Pick<ComponentProps<typeof Menu>, 'label' | 'items'>) => (
  <Menu
    label={label}
    trigger={
      <IconButton label={label}>
        <Ellipsis aria-hidden="true" className="size-5" />
      </IconButton>
    }
    items={items}
  />
)
