import { getTranslations } from 'next-intl/server'

/** Explains the life of an order in three illustrated steps, while no wallet is connected. */
export const Explanation = async () => {
  const t = await getTranslations('swap')
  const steps = [
    { art: <SignedSlip />, title: t('how.sign'), text: t('how.signText') },
    { art: <Batch />, title: t('how.batch'), text: t('how.batchText') },
    { art: <PaidSlip />, title: t('how.paid'), text: t('how.paidText') },
  ]
  return (
    <section aria-labelledby="how" className="grid gap-5 pt-2">
      <h2 id="how" className="flex min-h-11 items-center text-section">
        {t('how.title')}
      </h2>
      <ol className="grid gap-6 desk:grid-cols-3">
        {steps.map(({ art, title, text }) => (
          <li key={title} className="grid grid-cols-[5.5rem_1fr] items-start gap-4">
            <svg
              viewBox="0 0 88 64"
              fill="none"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
              className="w-22 stroke-line-strong"
            >
              {art}
            </svg>
            <div className="grid max-w-prose gap-1">
              <h3 className="text-row font-medium">{title}</h3>
              <p className="text-small text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const SignedSlip = () => (
  <>
    <rect x="16" y="4" width="56" height="56" rx="8" className="fill-surface" />
    <path d="M26 16h22M26 24h14" />
    <path d="M18 34h52" strokeDasharray="1 6" />
    <path d="M26 50c4-8 7-8 8-2s4 4 7-2 5-4 6 0 5 2 14 0" className="stroke-primary" />
  </>
)

const Batch = () => (
  <>
    <rect x="6" y="14" width="36" height="44" rx="7" className="fill-surface" />
    <rect x="46" y="14" width="36" height="44" rx="7" className="fill-surface" />
    <rect x="25" y="6" width="38" height="46" rx="7" className="fill-surface" />
    <path d="M33 18h22M33 26h12" />
    <path d="M27 34h34" strokeDasharray="1 6" />
    <path d="M33 43h22" className="stroke-primary" strokeWidth="3" />
  </>
)

const PaidSlip = () => (
  <>
    <rect x="16" y="4" width="56" height="56" rx="8" className="fill-surface" />
    <path d="M26 16h28M26 24h18" />
    <path d="M24 42h40" />
    <rect x="44" y="38.5" width="16" height="7" rx="2" className="fill-citron" />
    <path d="M30 37v10M44 37v10M60 37v10" className="stroke-ink" />
  </>
)
