import { useLocale, useTranslations } from 'next-intl'
import { LanguageSwitch } from '@/components/i18n/language-switch'
import type { TokenOf } from '@/lib/client/market'
import { PriceAgeLater } from './price-age-later'
import { timeMark } from './time-mark'

const link =
  'inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:text-ink hover:underline'

type Props = {
  /** A token that is always priced. */
  readonly priced: TokenOf
}

/** Links to the docs, the token list and the status page, the language switch, and the age of the prices. */
export const SiteFooter = ({ priced }: Props) => {
  const t = useTranslations('shell')
  const locale = useLocale()
  return (
    <footer data-shell="" className="mt-5 border-t border-hair">
      <div className="mx-auto flex max-w-324 flex-wrap items-center gap-x-6 px-4 pt-3 pb-24 text-small text-ink-2 tab:px-6 nav:pb-8">
        <p className="mr-auto min-w-60 flex-1">{t('footer')}</p>
        <a href="/docs" className={link}>
          {t('docs')}
        </a>
        <a href="/tokenlist.json" className={link}>
          {t('tokenList')}
        </a>
        <a href="/status" className={link}>
          {t('status')}
        </a>
        <LanguageSwitch locale={locale} className={link} />
        <PriceAgeLater
          locale={locale}
          words={{
            live: t('prices.live', { time: timeMark }),
            old: t('prices.old', { time: timeMark }),
          }}
          token={priced}
          className="min-h-11"
        />
      </div>
    </footer>
  )
}
