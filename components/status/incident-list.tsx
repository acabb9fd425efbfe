import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { List, ListCell, ListEmpty, ListFigure, ListMain, ListRow } from '@/components/ui/list'
import { type ServiceStatus, secondsBetween } from '@/lib/reconcile/service-status'
import { durationText } from './duration-text'

type Props = {
  readonly incidents: ServiceStatus['incidents']
  /** When the page was rendered: the end of what continues. */
  readonly now: Date
}

const template = 'tab:[--columns:minmax(0,1fr)_8rem_8rem]'

/** The incidents of the last 30 days, newest first. */
export const IncidentList = ({ incidents, now }: Props) => {
  const t = useTranslations('status')
  const format = useFormat()
  if (incidents.length === 0) {
    return (
      <ListEmpty>
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      </ListEmpty>
    )
  }
  return (
    <List
      label={t('incidentsOf')}
      template={template}
      columns={[
        { key: 'what', label: t('started') },
        { key: 'duration', label: t('duration'), align: 'end' },
        { key: 'state', label: t('title') },
      ]}
    >
      {incidents.map(({ chainId, kind, title, startedAt, endedAt }) => (
        <ListRow key={`${chainId} ${kind} ${startedAt.getTime()}`}>
          <ListMain
            title={t('incident', { what: t(`kind.${kind}`), network: title })}
            note={<time dateTime={startedAt.toISOString()}>{format.utc(startedAt)}</time>}
          />
          <ListCell align="end" on="aside">
            <ListFigure
              value={durationText(t, format, secondsBetween(startedAt, endedAt ?? now) ?? 0)}
            />
          </ListCell>
          <ListCell on="pill">
            {endedAt ? (
              <Badge>{t('resolved')}</Badge>
            ) : (
              <Badge tone="warn" sign="live">
                {t('ongoing')}
              </Badge>
            )}
          </ListCell>
        </ListRow>
      ))}
    </List>
  )
}
