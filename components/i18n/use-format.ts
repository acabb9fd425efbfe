import { useLocale } from 'next-intl'
import { type Format, formatOf } from '@/lib/client/i18n/format'

/** Numbers, amounts and moments as the reader's language writes them; for client and for server components. */
export const useFormat = (): Format => formatOf(useLocale())
