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
  const { default: SafeAppsSDK } = await import('@safe-global/safe-apps-sdk')
  const sdk = new SafeAppsSDK({ allowedDomains: allowedDomains(origins) })
  return (await sdk.safe.getInfo()).isReadOnly
}
