import type { Translator } from '@/lib/client/i18n/translator'
import type { Format } from '@/lib/core/format/format'
import { getNetwork } from '@/lib/core/networks'

type Words = { readonly t: Translator<'account'>; readonly format: Format }

/** Joins network names: `Ethereum and Gnosis Chain`. */
export function networkNames(format: Format, chainIds: readonly number[]): string {
  return format.list(chainIds.map((chainId) => getNetwork(chainId).title))
}

/** Describes the networks of a session in a sentence. */
export function reachText({ t, format }: Words, networks: readonly number[] | null): string {
  if (networks === null) return t('reach.all')
  return t('reach.some', { networks: networkNames(format, networks) })
}
