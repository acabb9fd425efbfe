/** Returns whether this page is in a frame, as Safe apps are. */
export function isFramed(): boolean {
  return typeof window !== 'undefined' && window.parent !== window
}

/** The only origins whose messages a Safe app accepts. */
export function allowedDomains(origins: readonly string[]): RegExp[] {
  return origins.map((origin) => new RegExp(`^${origin.replaceAll('.', '\\.')}$`))
}

/** Returns whether the viewer owns none of the embedding Safe, and so cannot sign. */
export async function isViewOnly(origins: readonly string[]): Promise<boolean> {
  return (await (await openSafe(origins)).safe.getInfo()).isReadOnly
}

/**
 * Returns the number of confirmations of the embedding Safe's transaction, by its Safe hash; undefined if the Safe does
 * not report it.
 */
export async function countConfirmations(
  origins: readonly string[],
  safeTxHash: string,
): Promise<number | undefined> {
  const { txs } = await openSafe(origins)
  const { detailedExecutionInfo: details } = await txs.getBySafeTxHash(safeTxHash)
  return details && 'confirmations' in details ? details.confirmations.length : undefined
}

async function openSafe(origins: readonly string[]) {
  const { default: SafeAppsSDK } = await import('@safe-global/safe-apps-sdk')
  return new SafeAppsSDK({ allowedDomains: allowedDomains(origins) })
}
