import type { Example } from './endpoint'

const signed = {
  sellToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  receiver: null,
  sellAmount: '1000000000000000000',
  buyAmount: '2950000000',
  validTo: 1_795_254_600,
  appData: `0x${'0'.repeat(64)}`,
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
  signingScheme: 'eip712',
  signature: `0x${'00'.repeat(64)}1b`,
}
const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const uid = `0x${'11'.repeat(32)}${owner.slice(2)}6b017f88`

/** A submission of one WETH for USDC; its signature is a placeholder. */
export const submissionExample: Example = {
  summary: 'Sell one WETH for at least 2950 USDC',
  body: { ...signed, from: owner },
  response: uid,
}

/** The order of {@link submissionExample}, as it is shown while open. */
export const orderExample = {
  ...signed,
  uid,
  owner,
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
