import type { Example } from '@/lib/api/declare/example'
import type { Address } from '@/lib/core/address'

/**
 * Time of the examples: 2026-11-21T09:30:00Z, in Unix seconds. The first test account of the embedded mainnet
 * signs them.
 */
export const exampleSeconds = 1_795_253_400

/** Parameters and signature of the example order. */
const signed = {
  sellToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  receiver: null,
  sellAmount: '1000000000000000000',
  buyAmount: '2950000000',
  validTo: exampleSeconds + 1200,
  appData: `0x${'0'.repeat(64)}`,
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
  signingScheme: 'eip712',
  signature:
    '0x41ab8b9563916031a195a143711f4e236bbf27343f942762300aca7596d6278c222fff2881c034d9e7e126a54e1f0f0ab802caa207a4cd905741c22775e2f6ab1c',
}

/** Owner of the orders, affiliate code and notifications in the examples. */
export const exampleOwner: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/** Uid of the example order. */
export const exampleUid = `0xefe29f62f051ec9dc11846503a147e35904c23d694fe2350035208fdae1bff5a${exampleOwner.slice(2)}6b016948`

/** Example app data document with its hash. */
export const exampleDocument = {
  text: '{"version":"1.3.0","appCode":"Coincide","metadata":{}}',
  hash: '0xd1be531b6327dce85632d9104aa45f238626d3cad57b4959999da4a284163b36',
}

/** WETH, and an address without a token. */
export const exampleToken = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
/** A token that does not exist. */
export const unknownToken = `0x${'12'.repeat(20)}`

/** Uid of an order that does not exist. */
export const unknownUid = `0x${'12'.repeat(56)}`
/** Hash of a transaction and a document that do not exist. */
export const unknownHash = `0x${'12'.repeat(32)}`

/** Body of {@link submissionExample}. */
export const submissionBody = { ...signed, from: exampleOwner }

const given = 'an owner with balance and allowance, before validTo'

/** A submission of one WETH for USDC. */
export const submissionExample: Example = {
  summary: 'Sell one WETH for at least 2950 USDC',
  given,
  body: submissionBody,
  response: exampleUid,
}

/** {@link submissionExample} with an app data document. */
export const documentSubmissionExample: Example = {
  summary: 'The same with an app data document',
  given,
  body: {
    ...submissionBody,
    appData: exampleDocument.text,
    appDataHash: exampleDocument.hash,
    signature:
      '0x7deb7a31a2be5849f47cbd58fe3cd89e74fde074ed3c9c63417aabdccd55399d448402557c7bcee6a8baa586b81fe52b3bf918e022925122c7ea34ba0b16f64d1c',
  },
  response: `0x64528888682064fccde6e3489f81ea30efcffd9141adf4c9053dd0470ca6c81d${exampleOwner.slice(2)}6b016948`,
}

/** App data of a part of a scheduled order, and the part's hash, uid and signature. */
const part = {
  document: `{"version":"1.3.0","appCode":"Coincide","metadata":{"validFrom":${exampleSeconds},"schedule":{"id":"weekly-usdc"}}}`,
  hash: '0x531fbe4bb6fda742cbfdcc4173db896daab15f99eff3698320c1befc0e4301c2',
  uid: `0x63ff67a0cd5e56a07aad637ccf7a6b67988e9917173582ba7328ebbbdeddce89${exampleOwner.slice(2)}6b016948`,
  signature:
    '0x83008edc98211dbd3509e14999ad6eb4034f7d33f02836a06955113effdff49a1ddf8873f7ca2ff03332c25f89830502bfb936e5cfcf8e2c05acc7fe0f6157c61b',
}

/** {@link submissionExample} as the first part of a schedule. */
export const partSubmissionExample: Example = {
  summary: 'The same as a part of a schedule',
  given,
  body: {
    ...submissionBody,
    appData: part.document,
    appDataHash: part.hash,
    signature: part.signature,
  },
  response: part.uid,
}

/** The open order of {@link submissionExample}. */
export const orderExample = {
  ...signed,
  uid: exampleUid,
  owner: exampleOwner,
  creationDate: '2026-11-21T09:30:00.000Z',
  status: 'open',
  class: 'limit',
  settlementContract: '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
  invalidated: false,
  isLiquidityOrder: false,
  availableBalance: null,
  executedSellAmount: '0',
  executedSellAmountBeforeFees: '0',
  executedBuyAmount: '0',
  executedFeeAmount: '0',
  executedFee: '0',
  executedFeeToken: signed.sellToken,
  fullAppData: null,
  interactions: { pre: [], post: [] },
}

/** The open order of {@link partSubmissionExample}. */
export const partExample = {
  ...orderExample,
  appData: part.hash,
  fullAppData: part.document,
  uid: part.uid,
  signature: part.signature,
  validFrom: exampleSeconds,
  schedule: 'weekly-usdc',
}
