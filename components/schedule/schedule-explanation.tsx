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
      <h2 id="schedule-how" className="text-section">
        {t('how.title')}
      </h2>
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <Steps />
        <dl className="grid gap-x-6 gap-y-5 tab:grid-cols-2">
          {steps.map((step) => (
            <div key={step} className="grid content-start gap-1">
              <dt className="text-row font-medium">{t(`how.${step}`)}</dt>
              <dd className="text-small text-ink-2">{t(`how.${step}Text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Prices at the times of the orders. */
const fills = [62, 40, 78, 30, 58, 38, 52]
const at = (index: number) => 40 + index * 80

/** The market's price, which passes through the fills. */
const market = fills.reduce((path, y, index) => {
  const x = at(index)
  if (index === 0) return `M0 ${y - 8}C${x / 2} ${y - 8} ${x / 2} ${y} ${x} ${y}`
  return `${path}C${x - 40} ${fills[index - 1]} ${x - 40} ${y} ${x} ${y}`
}, '')

/** Fills at different prices, and their average. */
const Steps = () => (
  <svg viewBox="0 0 560 112" fill="none" aria-hidden="true" className="w-full self-center">
    <path d="M0 52h560" strokeDasharray="3 6" className="stroke-primary" strokeWidth="2" />
    <path d={market} className="stroke-line-strong" strokeWidth="2" />
    {fills.map((y, index) => (
      <g key={y}>
        <path d={`M${at(index)} ${y}V108`} className="stroke-hair" strokeWidth="2" />
        <circle
          cx={at(index)}
          cy={y}
          r="6"
          className={index < 4 ? 'fill-primary' : 'fill-surface stroke-line-strong'}
          strokeWidth="2"
        />
      </g>
    ))}
  </svg>
)
