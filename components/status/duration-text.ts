import type { Translator } from '@/lib/client/i18n/translator'
import type { Format } from '@/lib/core/format/format'

const units = [
  { key: 'days', seconds: 86_400 },
  { key: 'hours', seconds: 3_600 },
  { key: 'minutes', seconds: 60 },
  { key: 'seconds', seconds: 1 },
] as const

/** Writes a duration in its two largest units, rounded down: "2 h 5 min", "12 s". */
export function durationText(t: Translator<'status'>, format: Format, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const at = units.findIndex((unit) => whole >= unit.seconds)
  const [larger = units[3], smaller] = units.slice(at === -1 ? units.length - 1 : at)
  const write = (key: (typeof units)[number]['key'], count: number) =>
    t(key, { count: format.count(count) })
  const first = write(larger.key, Math.floor(whole / larger.seconds))
  const rest = smaller ? Math.floor((whole % larger.seconds) / smaller.seconds) : 0
  return smaller && rest > 0
    ? t('both', { larger: first, smaller: write(smaller.key, rest) })
    : first
}
