import { useTranslations } from 'next-intl'
import { countMark } from './count-text'
import { UnreadLater } from './unread-later'

/** What is unread, on pages that know no wallet. Its words come along: these pages may have no catalogue. */
export const UnreadAlone = () => {
  const t = useTranslations('account')
  return <UnreadLater words={t('unread', { count: countMark })} />
}
