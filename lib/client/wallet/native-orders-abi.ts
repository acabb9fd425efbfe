const request = {
  name: 'request',
  type: 'tuple',
  components: [
    { name: 'buyToken', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'sellAmount', type: 'uint256' },
    { name: 'buyAmount', type: 'uint256' },
    { name: 'appData', type: 'bytes32' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'validTo', type: 'uint32' },
    { name: 'partiallyFillable', type: 'bool' },
    { name: 'quoteId', type: 'int64' },
  ],
} as const

// Written out: parsing the human-readable form would add 5 KB to each page.

/** The functions of the contract through which the native token is sold. */
export const nativeOrdersAbi = [
  {
    type: 'function',
    name: 'createOrder',
    stateMutability: 'payable',
    inputs: [request],
    outputs: [{ type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'invalidateOrder',
    stateMutability: 'nonpayable',
    inputs: [request],
    outputs: [],
  },
  {
    type: 'function',
    name: 'orders',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }],
    outputs: [
      { name: 'owner', type: 'address' },
      { name: 'validTo', type: 'uint32' },
    ],
  },
] as const
