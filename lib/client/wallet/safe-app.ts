/** Whether this page is shown in a frame, as Safe apps are. */
export function isFramed(): boolean {
  return typeof window !== 'undefined' && window.parent !== window
}

/** Which pages a Safe app listens to: those of these origins, and no others. */
export function allowedDomains(origins: readonly string[]): RegExp[] {
  return origins.map((origin) => new RegExp(`^${origin.replaceAll('.', '\\.')}$`))
}

/** Whether whoever looks at the Safe that shows this page is none of its owners, and can sign nothing. */
export async function isViewOnly(origins: readonly string[]): Promise<boolean> {
  return (await (await openSafe(origins)).safe.getInfo()).isReadOnly
}

/**
 * How many owners of the Safe that shows this page have confirmed a transaction, by the hash that the Safe gave it;
 * undefined where it does not say.
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
