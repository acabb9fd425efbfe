/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm test` checks the types; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // The spec's `POST /affiliate/{walletAddress}/` must be answered, not redirected.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'viem'],
}

export default config
