import { utcText } from '@/components/orders/time-text'

/** When figures last changed; they may be old and right. */
export const ChangedAt = ({ at }: { readonly at: string | undefined }) =>
  at === undefined ? null : (
    <span className="numeric text-label text-ink-2">
      last changed <time dateTime={at}>{utcText(new Date(at))}</time>
    </span>
  )
