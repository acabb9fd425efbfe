import type { Translator } from '@/lib/client/i18n/translator'

type Named = { readonly id: string; readonly name: string }

/** How a wallet is called: as it calls itself, but the demo wallet's accounts in the reader's language. */
export function walletName(t: Translator<'wallet'>, { id, name }: Named): string {
  const [, index] = /^demo-(\d+)$/.exec(id) ?? []
  return index === undefined ? name : t('connect.demo', { number: `${Number(index) + 1}` })
}
