import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'

/** A search field for orders, transactions, tokens and auctions; works without JavaScript. */
export const FindAnything = ({ text = '' }: { readonly text?: string }) => {
  const t = useTranslations('shell')
  return (
    <form action="/find" className="grid w-full max-w-md grid-cols-1 gap-1.5 text-left">
      <label htmlFor="find" className="text-small font-medium">
        {t('find.label')}
      </label>
      <div className="flex gap-2">
        <input
          id="find"
          name="q"
          required
          defaultValue={text}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="find-hint"
          className="min-h-11 min-w-0 flex-1 rounded-well border border-line-strong bg-surface px-3.5"
        />
        <button type="submit" className={buttonClass({ variant: 'primary' })}>
          <Search aria-hidden="true" className="size-4" /> {t('find.act')}
        </button>
      </div>
      <p id="find-hint" className="text-label text-ink-2">
        {t('find.hint')}
      </p>
    </form>
  )
}
