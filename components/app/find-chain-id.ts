type Named = { readonly chainId: number; readonly name: string }

/** Returns the chain id of a served network, by its name or chain id. */
export function findChainId(
  { networks }: { readonly networks: readonly Named[] },
  requested: string | null | undefined,
): number | undefined {
  return networks.find(({ chainId, name }) => [String(chainId), name].includes(requested ?? ''))
    ?.chainId
}
