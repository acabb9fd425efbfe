import { getTranslations } from 'next-intl/server'

const steps = ['sign', 'wait', 'fill', 'end'] as const

/** Explains what a scheduled order is, beside its form. */
export const ScheduleExplanation = async () => {
  const t = await getTranslations('schedule')
  return (
    <section
      aria-labelledby="schedule-how"
      className="grid grid-cols-1 content-start gap-4 rounded-panel border border-card-edge bg-surface p-6"
    >
      <h2 id="schedule-how" className="font-sans text-section font-semibold">
        {t('how.title')}
      </h2>
      <Steps />
      <dl className="grid gap-x-6 gap-y-5 desk:grid-cols-2">
        {steps.map((step) => (
          <div key={step} className="grid content-start gap-1">
            <dt className="text-row font-medium">{t(`how.${step}`)}</dt>
            <dd className="text-small text-ink-2">{t(`how.${step}Text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const fills = [62, 40, 71, 35, 58, 44, 52]

/** Fills at different prices, and their average. */
const Steps = () => (
  <svg viewBox="0 0 560 112" fill="none" aria-hidden="true" className="w-full max-w-2xl">
    <path
      d="M0 70C40 78 60 20 90 40s50 50 90 30 60-52 90-34 50 40 90 22 60-30 100-14 50 26 100 10"
      className="stroke-line-strong"
      strokeWidth="2"
    />
    <path d="M0 52h560" strokeDasharray="3 6" className="stroke-primary" strokeWidth="2" />
    {fills.map((y, index) => (
      <g key={y}>
        <path d={`M${40 + index * 80} ${y}V104`} className="stroke-hair" strokeWidth="2" />
        <circle
          cx={40 + index * 80}
          cy={y}
          r="6"
          className={index < 4 ? 'fill-primary' : 'fill-surface stroke-line-strong'}
          strokeWidth="2"
        />
      </g>
    ))}
  </svg>
)
