/** Formats a pool's protocol name: "uniswap_v2" becomes "Uniswap V2". */
export function projectTitle(project: string): string {
  return project
    .split(/[_\s-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
