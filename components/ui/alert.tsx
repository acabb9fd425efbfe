import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** `danger` and `warn` are announced assertively (`role="alert"`), `info` politely (`role="status"`). */
export type AlertTone = 'danger' | 'warn' | 'info'

type Face = {
  readonly icon: LucideIcon
  readonly look: string
  readonly word: 'error' | 'warning' | 'note'
}

const faces: Record<AlertTone, Face> = {
  danger: { icon: CircleAlert, look: 'bg-danger-soft text-danger', word: 'error' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn', word: 'warning' },
  info: { icon: Info, look: 'bg-info-soft text-info', word: 'note' },
}

type Props = {
  readonly tone: AlertTone
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Buttons or links that resolve the problem. */
  readonly actions?: ReactNode
}

/** A message box that states a problem or note and its remedy. */
export const Alert = ({ tone, title, children, actions }: Props) => {
  const t = useTranslations('ui')
  const face = faces[tone]
  const Icon = face.icon
  return (
    <div
      role={tone === 'info' ? 'status' : 'alert'}
      // The outline becomes visible in forced-colors mode.
      className={classNames(
        'flex gap-3 rounded-well p-4 text-small outline -outline-offset-1 outline-transparent',
        face.look,
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <p className="font-semibold">
          <span className="sr-only">{t(`alert.${face.word}`)}: </span>
          {title}
        </p>
        {children === undefined ? null : <div className="text-ink">{children}</div>}
        {actions === undefined ? null : <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
