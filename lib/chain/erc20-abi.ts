import { parseAbi } from 'viem'

/** ERC-20. Transfers and approvals declare no return value, because some tokens return none. */
export const erc20Abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** What the wrapped native token adds to ERC-20. */
export const wrappedNativeAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'event Deposit(address indexed owner, uint256 value)',
  'event Withdrawal(address indexed owner, uint256 value)',
])
