import { useTranslations } from 'next-intl'
import { CopyAction } from './copy-action'

type Props = {
  readonly text: string
  /** Noun for the label, such as "address" in "Copy address". */
  readonly what: string
}

/** Copies a text. In a server component it passes its translations as props: the page needs no message catalogue. */
export const CopyButton = ({ text, what }: Props) => {
  const t = useTranslations('ui')
  const words = { copy: t('copy.act', { what }), copied: t('copy.done'), failed: t('copy.failed') }
  return <CopyAction text={text} words={words} />
}
