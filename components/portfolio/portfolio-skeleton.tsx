import { useTranslations } from 'next-intl'
import { Skeleton } from '@/components/ui/skeleton'

/** Placeholder of a portfolio while it loads. */
export const PortfolioSkeleton = () => (
  <div className="grid gap-6" role="status" aria-label={useTranslations('portfolio')('loading')}>
    <Skeleton className="h-31 rounded-card" />
    <div className="grid overflow-hidden rounded-card border border-line bg-surface">
      {['one', 'two', 'three', 'four'].map((row) => (
        <div key={row} className="border-b border-line p-4 last:border-b-0">
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  </div>
)
