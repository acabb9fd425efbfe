import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { catalogues } from '@/lib/client/i18n/catalogues'
import { chooseLocale, localeCookie } from '@/lib/client/i18n/locale'

/** Language and texts of the current request. */
export default getRequestConfig(async () => {
  const [cookieJar, request] = await Promise.all([cookies(), headers()])
  const chosen = cookieJar.get(localeCookie)?.value
  const locale = chooseLocale({ chosen, accepted: request.get('accept-language') })
  return { locale, messages: catalogues[locale], timeZone: 'UTC' }
})
