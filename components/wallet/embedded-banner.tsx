import { useTranslations } from 'next-intl'

/** Banner above the header: the network runs on this machine and its tokens have no value. */
export const EmbeddedBanner = ({ title }: { readonly title: string }) => {
  const t = useTranslations('ui')
  return (
    <p
      data-shell=""
      data-slot="top-banner"
      className="top-banner bg-citron px-4 text-center text-label text-balance text-on-citron tab:text-small"
    >
      {t.rich('embedded', { network: title, strong: (chunks) => <strong>{chunks}</strong> })}
    </p>
  )
}
