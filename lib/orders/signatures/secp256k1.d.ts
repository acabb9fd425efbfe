// The package has no types; these cover what lib/orders/signatures/native-recovery.ts uses.
declare module 'secp256k1/bindings.js' {
  const addon: {
    /** @throws {Error} when no key could have made the signature. */
    ecdsaRecover(
      signature: Uint8Array,
      recoveryId: number,
      message: Uint8Array,
      compressed: boolean,
    ): Uint8Array
  }
  export = addon
}
