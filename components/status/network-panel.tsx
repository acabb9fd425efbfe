import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Badge, type Tone } from '@/components/ui/badge'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Panel } from '@/components/ui/panel'
import { missingText } from '@/lib/core/format/number-text'
import {
  lagOf,
  type NetworkHealth,
  type NetworkState,
  secondsBetween,
} from '@/lib/reconcile/service-status'
import { durationText } from './duration-text'

/** Colour of each state; its word carries the meaning. */
export const stateTones: Readonly<Record<NetworkState, Tone>> = {
  operational: 'surplus',
  degraded: 'warn',
  down: 'danger',
  unknown: 'neutral',
}

/** The state and the figures of a network, as they were when they were measured. */
export const NetworkPanel = ({ title, state, kinds, status }: NetworkHealth) => {
  const t = useTranslations('status')
  const format = useFormat()
  const at = status?.measuredAt
  const age = (time: Date | undefined) => {
    const seconds = at && secondsBetween(time, at)
    return seconds === undefined ? missingText : durationText(t, format, seconds)
  }
  const behind = (indexed: bigint | undefined) => {
    const count = lagOf(status?.head, indexed)
    return count === undefined ? missingText : t('behind', { count })
  }
  const round = age(status?.roundAt)
  const facts = [
    ['block', status?.head === undefined ? missingText : String(status.head)],
    ['blockAge', age(status?.headAt)],
    ['index', behind(status?.indexed)],
    ['market', behind(status?.marketIndexed)],
    ['round', round === missingText ? round : t('ago', { duration: round })],
    ['settlements', status ? format.count(status.settlements) : missingText],
    ['trades', status ? format.count(status.trades) : missingText],
  ] as const
  return (
    <Panel
      title={title}
      aside={
        <Badge tone={stateTones[state]} sign="dot">
          {t(`state.${state}`)}
        </Badge>
      }
    >
      {kinds.length === 0 ? null : (
        <ul className="grid gap-1 text-small">
          {kinds.map((kind) => (
            <li key={kind}>{t(`kind.${kind}`)}</li>
          ))}
        </ul>
      )}
      <DetailList>
        {facts.map(([key, value]) => (
          <Detail key={key} name={t(key)}>
            {value}
          </Detail>
        ))}
      </DetailList>
      <p className="text-caption text-ink-2">
        {at ? t('measured', { time: format.utc(at) }) : t('never')}
      </p>
    </Panel>
  )
}
