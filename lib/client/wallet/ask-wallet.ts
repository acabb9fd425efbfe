/** Some wallets lose a request that follows the last answer more closely. */
const pauseMs = 500
let answeredAtMs = 0

/** Sends a request to a wallet at least half a second after its last answer: some wallets lose earlier ones. */
export async function askWallet<T>(ask: () => Promise<T>): Promise<T> {
  const waitMs = answeredAtMs + pauseMs - Date.now()
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  try {
    return await ask()
  } finally {
    answeredAtMs = Date.now()
  }
}
