import { useLocale } from 'next-intl'
import { type Format, formatOf } from '@/lib/core/format/format'

/** Formats numbers, amounts and times in the user's language; for client and server components. */
export const useFormat = (): Format => formatOf(useLocale())
