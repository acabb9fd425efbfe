import type { Translator } from '@/lib/client/i18n/translator'

type Named = { readonly id: string; readonly name: string }

/** Returns a wallet's display name: its own, or a translated one for demo accounts. */
export function walletName(t: Translator<'wallet'>, { id, name }: Named): string {
  const [, index] = /^demo-(\d+)$/.exec(id) ?? []
  return index === undefined ? name : t('connect.demo', { number: `${Number(index) + 1}` })
}
