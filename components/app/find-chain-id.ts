import type { Settings } from '@/lib/api/docs/pages'

/** The chain of a network that is served, by its name or chain id. */
export function findChainId(
  { networks }: Pick<Settings, 'networks'>,
  asked: string | null | undefined,
): number | undefined {
  return networks.find(({ chainId, name }) => [String(chainId), name].includes(asked ?? ''))
    ?.chainId
}
