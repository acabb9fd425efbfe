import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The front server compresses, after it has changed the pages.
  compress: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // A page's title comes with the page: one that is streamed later is missing for a moment whenever the page refreshes.
  htmlLimitedBots: /.*/,
  // `npm test` checks the types; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // The spec's `POST /affiliate/{walletAddress}/` must be answered, not redirected.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // The bundled secp256k1 would lack its native part in silence. viem is not listed: a component that imports an ES module
  // from outside is asynchronous, and the browser evaluates it with all its modules while it starts, in one long task.
  serverExternalPackages: [
    'grammy',
    'hash-wasm',
    'nodemailer',
    'pg',
    'pino',
    'prom-client',
    'secp256k1',
    'web-push',
  ],
}

const withMessages = createNextIntlPlugin({
  requestConfig: './app/request-config.ts',
  // Compiled when built: the browser formats texts with 1 KB instead of parsing them with 12.
  experimental: {
    messages: { path: './messages', format: 'json', locales: ['en', 'de'], precompile: true },
  },
})

export default withMessages(config)
