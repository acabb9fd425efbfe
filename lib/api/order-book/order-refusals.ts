import { type Example, refusal } from '@/lib/api/declare/example'
import type { ErrorCode } from '@/lib/core/errors'
import {
  exampleDocument,
  exampleOwner,
  exampleSeconds,
  submissionBody,
  unknownHash,
  unknownUid,
} from './order-examples'

const overUint256 = `1${'0'.repeat(78)}`

/** Builds an example of a rejected submission: {@link submissionBody} with a change. */
function refused(code: ErrorCode, description: string, change: object): Example {
  return refusal({ code, description, body: { ...submissionBody, ...change } })
}

/** Submissions rejected in any state. For errors found after the signature check, the change is signed. */
export const refusedSubmissions: readonly Example[] = [
  refused('InvalidParameter', 'kind must be sell or buy', { kind: 'swap' }),
  refused(
    'InvalidSignature',
    `the signature over 0xa938901b10277a3890b6bcef6c8481fcd03e212f4a024cb9a0bceeacb075b78b is by 0x903cacf4d24df74e27b4cfc6656fbf587717b168, not by ${exampleOwner}: check network, contract and scheme`,
    { sellAmount: '2000000000000000000' },
  ),
  refused('MissingFrom', 'from is needed with the signing scheme eip1271', {
    from: null,
    signingScheme: 'eip1271',
  }),
  refused('SellAmountOverflow', 'sellAmount exceeds the uint256 maximum', {
    sellAmount: overUint256,
  }),
  refused('BuyAmountOverflow', 'buyAmount exceeds the uint256 maximum', { buyAmount: overUint256 }),
  refused('InvalidAppData', `no uploaded document has the hash ${unknownHash}`, {
    appData: unknownHash,
  }),
  refused('AppDataHashMismatch', `appData has the hash ${exampleDocument.hash}, not appDataHash`, {
    appData: exampleDocument.text,
    appDataHash: unknownHash,
  }),
  refused('OrderNotFound', `no order has the uid ${unknownUid}`, {
    appData: JSON.stringify({ metadata: { replacedOrder: { uid: unknownUid } } }),
    appDataHash: null,
  }),
  refused('ZeroAmount', 'sellAmount and buyAmount must be more than 0', {
    buyAmount: '0',
    signature:
      '0xfb5932bc689fcb6bcb6a17a92cb053f30a8451a24123767c808d4af80320bb78642c9aa07ff45b164135ce69df92effde8cfb364087d4b9e97b716de7a331ebc1c',
  }),
  refused('OrderExpired', 'validTo (Unix time in seconds) is in the past', {
    validTo: exampleSeconds - 1,
    signature:
      '0x99f4a0ef0c07ecc1d5029f1a060a247e30cdc3e28e55553fb93eed4c9df5852247fdba581caaf98ab99af146bf57f85e89c7def02953c0041fc8bc5498bed4e41c',
  }),
  refused('InsufficientValidTo', 'validTo must be at least 60 seconds ahead', {
    validTo: exampleSeconds + 30,
    signature:
      '0xee6a07056ffca1d73c0d1056f221ffa089c2a3065f0305ef3514d5186280cd21126cda8588e41dd95e3cca34ab97bc171e74d8230ea9c58b7aa10489b5cf7a7c1b',
  }),
  refused('ExcessiveValidTo', 'validTo must be at most 365 days ahead', {
    validTo: exampleSeconds + 366 * 86_400,
    signature:
      '0x0453b35805863b8dfecec9affcfc8ba6f95123762846b6dcd724a8ca240f772c18a233ff9a6c6cb8036fa24ea3f35d31509c657c07a64d6b6453f1fe209058391b',
  }),
  refused('SameBuyAndSellToken', 'sellToken and buyToken are the same token', {
    buyToken: submissionBody.sellToken,
    signature:
      '0x9f2c6e6044bc73398817814e06e66c9ef7ab0bf872879e6d4725ad266c055a170ef1a9d4399aaab1c2a12cde2d6967d2a6132cf4a62f0b169afd73ad8334149d1b',
  }),
  refused(
    'InvalidNativeSellToken',
    'a signed order cannot sell the native token; sell the wrapped one, 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    {
      sellToken: `0x${'ee'.repeat(20)}`,
      signature:
        '0xcdee08938e9ea21fe51d103eed8d15b8f0696a7c55393bc364abffb989ab681b6d7567ff31743918d58209f5f986804b56bf5f6da5ee5fe52f99df62f706ea8b1b',
    },
  ),
  refused(
    'UnsupportedToken',
    'token 0x1212…1212 (0x1212121212121212121212121212121212121212) is not supported: there is no ERC-20 contract at this address',
    {
      buyToken: `0x${'12'.repeat(20)}`,
      signature:
        '0x32a5a32684155aeed1ce5a3d785e28965aa2fd779388d3b594b92ba1e37dfbe42eea7639ea3dd50c9ebfe7502c511738187e99a71082379b9a89a57cb9317fec1b',
    },
  ),
  refused(
    'InsufficientAllowance',
    'the vault relayer 0xc92e8bdf79f0507f65a392b0ab4667716bfe0110 may take 0 of the sell token (erc20), the order needs 1000000000000000000',
    {
      from: '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
      signature:
        '0x9b4c55534bad800a45f5911612f4b7328d5ba8d7ed9ee7c3464519b98e1eba274e275bce2dac79140a0630fc7ead44aabc31573e71064da56636e56e26b318c41c',
    },
  ),
  refused(
    'InsufficientBalance',
    'the owner has 0 of the sell token (erc20), the order needs 1000000000000000000',
    {
      from: '0xb0a37f25f995693b637931362b837f14a9aaa2de',
      signature:
        '0x1933e9b823790097b05ba9b2dace11c2a44ed5311aa74fb40fe4aae84c44e5937f1f01112fe4cdb739249484511f5bf4e0b900bb554f8170aabb9ac9060418051b',
    },
  ),
]

/** The example submission repeated. */
export const repeatedSubmission: Example = {
  ...refused('DuplicatedOrder', 'an order with this uid exists', {}),
  given: 'a placed order',
}

/** Signed cancellation of the example order (`OrderCancellation`). */
export const cancellationBody = {
  signature:
    '0xf81d2e6cc4ede160ab22556e4eafab09578695654fea9db6e421507fc20a7bbf70582204013da9d3479b5efadffcf85905db9b6e7cae24ca73d2f71e4c2463cf1b',
  signingScheme: 'eip712',
}

/** Signed cancellation of a list with the example order (`OrderCancellations`). */
export const cancellationsBody = {
  signature:
    '0xfda0f75d3fd79b5ca4af39f511c658bae0c0d54c363cf50cc8d0860746a92899538fbbebe83a7094a477145727b1e0e83cd130f854db81202cfcf6e929ad47241c',
  signingScheme: 'eip712',
}

/** Cancellation of the example order signed by another account. */
export const foreignCancellationBody = {
  signature:
    '0xbd9053d1791926b0e996413e34e872d966546a2be5d0dcb97542f47e77bdbffe123816dec4fb67443fefe49db05c620d78d37a417709f4b7a577186056637bcc1c',
  signingScheme: 'eip712',
}
