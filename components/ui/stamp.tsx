import { Ban, Check, CircleDashed, Hourglass, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from './class-names'

/** How a slip ended, or that it has not. */
export type StampKind = 'open' | 'filled' | 'expired' | 'cancelled'

type Face = { readonly icon: LucideIcon; readonly look: string }

const faces: Record<StampKind, Face> = {
  open: { icon: CircleDashed, look: 'border-2 border-dashed text-info' },
  filled: { icon: Check, look: 'border-2 text-surplus' },
  expired: { icon: Hourglass, look: 'border-2 border-dotted text-ink-2' },
  cancelled: { icon: Ban, look: 'border-4 border-double text-danger' },
}

type Props = {
  readonly kind: StampKind
  /** Another word in the same shape, such as "PARTLY FILLED". */
  readonly word?: string
  /** `drop` lets it fall on the paper once, at the moment it is earned. */
  readonly motion?: 'still' | 'drop'
}

/** A rubber stamp: word, mark and edge differ by kind, so that it reads without colour. */
export const Stamp = ({ kind, word, motion = 'still' }: Props) => {
  const t = useTranslations('ui')
  const face = faces[kind]
  const Icon = face.icon
  return (
    <span
      data-slot="stamp"
      className={classNames(
        'inline-flex min-h-7 -rotate-4 items-center gap-1 rounded-[4px] border-current px-2 font-mono',
        'text-label font-semibold tracking-[0.08em] whitespace-nowrap uppercase',
        face.look,
        motion === 'drop' && 'animate-stamp',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.75} />
      {word ?? t(`stamp.${kind}`)}
    </span>
  )
}
