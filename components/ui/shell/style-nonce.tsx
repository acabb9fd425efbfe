'use client'

/** Passes the CSP nonce to the scroll lock of dialogs, for the `<style>` element that it inserts. */
export const StyleNonce = ({ nonce }: { readonly nonce: string }) => {
  if (typeof window !== 'undefined') Object.assign(globalThis, { __webpack_nonce__: nonce })
  return null
}
