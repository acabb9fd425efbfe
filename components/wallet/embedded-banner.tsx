import { useTranslations } from 'next-intl'

/** Says that a network runs on this machine and its tokens are worth nothing. */
export const EmbeddedBanner = ({ title }: { readonly title: string }) => {
  const t = useTranslations('ui')
  return (
    <p className="bg-citron px-4 py-2 text-center text-small text-[#1b1a17]">
      {t.rich('embedded', { network: title, strong: (chunks) => <strong>{chunks}</strong> })}
    </p>
  )
}
