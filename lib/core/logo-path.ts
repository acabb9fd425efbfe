/** Returns a short fingerprint of a logo's address (FNV-1a, 32 bits): another address has another path. */
export function logoVersion(uri: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < uri.length; at += 1) {
    hash = Math.imul(hash ^ uri.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

type LogoOf = { readonly chainId: number; readonly address: string; readonly logoURI: string }

/** Returns the path at which this service serves a listed token's logo. Pages load nothing from other hosts. */
export const logoPath = ({ chainId, address, logoURI }: LogoOf): string =>
  `/logos/${chainId}/${address.toLowerCase()}/${logoVersion(logoURI)}`
