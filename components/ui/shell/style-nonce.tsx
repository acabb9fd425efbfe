'use client'

/** Tells the nonce of the Content-Security-Policy to the scroll lock of dialogs, for the style element that it adds. */
export const StyleNonce = ({ nonce }: { readonly nonce: string }) => {
  if (typeof window !== 'undefined') Object.assign(globalThis, { __webpack_nonce__: nonce })
  return null
}
