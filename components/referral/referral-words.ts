import type { Translator } from '@/lib/client/i18n/translator'
import { codeMark } from './code-mark'

/** Texts of the toasts about a code in a link. */
export function captureWords(t: Translator<'referral'>) {
  const code = codeMark
  return {
    none: { title: t('capture.none.title'), text: t('capture.none.text') },
    unknown: { title: t('capture.unknown.title', { code }), text: t('capture.unknown.text') },
    disabled: { title: t('capture.disabled.title', { code }), text: t('capture.disabled.text') },
    referred: { title: t('capture.referred.title', { code }), text: t('capture.referred.text') },
    unchecked: { title: t('capture.unchecked.title', { code }), text: t('capture.unchecked.text') },
  }
}
