import { exampleOwner, exampleSeconds } from '@/lib/api/order-book/order-examples'

const nonce = '5f'.repeat(20)
const csrfToken = 'c5'.repeat(32)

const message = `localhost wants you to sign in with your Ethereum account:
0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

Sign in to see your notifications and to choose where they go. This costs nothing and moves no tokens.

URI: http://localhost
Version: 1
Chain ID: 1
Nonce: ${nonce}
Issued At: 2026-11-21T09:30:00.000Z
Expiration Time: 2026-11-21T09:35:00.000Z`

/** Example sign-in of {@link exampleOwner} at {@link exampleSeconds} on `http://localhost`. */
export const signInExample = {
  account: exampleOwner,
  at: exampleSeconds,
  nonce,
  csrfToken,
  body: {
    csrfToken,
    message,
    signature:
      '0xbe30f9146ae47715a24e59565b1109224eb15a82738c9a942f78468eb0ef13f022e66de71c782b07ac333d6eb9906df12f48bbb2fea1cd3102dce508a28641f51c',
  },
}
