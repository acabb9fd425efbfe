import { Star } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/ui/class-names'
import { IconButton } from '@/components/ui/icon-button'

type Props = Omit<ComponentProps<typeof IconButton>, 'children' | 'aria-pressed'> & {
  readonly isFavourite: boolean
}

/** A star that marks a token as a favourite. */
export const FavouriteButton = ({ isFavourite, className, ...button }: Props) => (
  <IconButton
    aria-pressed={isFavourite}
    {...button}
    className={classNames(isFavourite && 'text-primary', className)}
  >
    <Star aria-hidden="true" className={classNames('size-4', isFavourite && 'fill-current')} />
  </IconButton>
)
