import { Ban, Check, CircleDashed, Hourglass, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from './class-names'

/** Display state of an order. */
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
  /** Overrides the default word, such as "PARTLY FILLED". */
  readonly word?: string
  /** `drop` plays the stamping animation once, when the state is reached. */
  readonly motion?: 'still' | 'drop'
}

/** Stamp: the state of an order as a rubber stamp. Word, icon and border differ by kind, so colour is not needed. */
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
