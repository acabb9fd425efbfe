/** Name of the role that runs auctions and settles on a network. */
export function auctionRole(chainId: number): string {
  return `auction/${chainId}`
}
