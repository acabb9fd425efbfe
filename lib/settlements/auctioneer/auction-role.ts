/** Name of the leadership whose holder runs auctions and settles on a network. */
export function auctionRole(chainId: number): string {
  return `auction/${chainId}`
}
