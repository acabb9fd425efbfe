import type { Settings } from '@/lib/api/docs/pages'

/** Returns the chain id of a served network, by its name or chain id. */
export function findChainId(
  { networks }: Pick<Settings, 'networks'>,
  requested: string | null | undefined,
): number | undefined {
  return networks.find(({ chainId, name }) => [String(chainId), name].includes(requested ?? ''))
    ?.chainId
}
