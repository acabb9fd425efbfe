import type { Translator } from '@/lib/client/i18n/translator'
import { hostWalletId } from '@/lib/client/wallet/connectors/host-wallet'

type Named = { readonly id: string; readonly name: string }

/** Returns a wallet's display name: its own, or a translated one for the host page's and demo accounts. */
export function walletName(t: Translator<'wallet'>, { id, name }: Named): string {
  if (id === hostWalletId) return t('connect.host')
  const [, index] = /^demo-(\d+)$/.exec(id) ?? []
  return index === undefined ? name : t('connect.demo', { number: `${Number(index) + 1}` })
}
