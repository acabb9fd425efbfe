import type { Settings } from '@/lib/api/docs/pages'

/** Returns the chain id of a served network, by its name or chain id. */
export function findChainId(
  { networks }: Pick<Settings, 'networks'>,
  asked: string | null | undefined,
): number | undefined {
  return networks.find(({ chainId, name }) => [String(chainId), name].includes(asked ?? ''))
    ?.chainId
}
