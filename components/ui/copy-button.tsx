import { useTranslations } from 'next-intl'
import { CopyAction } from './copy-action'

type Props = {
  readonly text: string
  /** What is copied, such as "address": "Copy address". */
  readonly what: string
}

/** Copies a text; where the server renders it, its words come along and the page needs no catalogue. */
export const CopyButton = ({ text, what }: Props) => {
  const t = useTranslations('ui')
  const words = { copy: t('copy.act', { what }), copied: t('copy.done'), failed: t('copy.failed') }
  return <CopyAction text={text} words={words} />
}
