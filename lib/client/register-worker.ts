/** Path of the service worker: notifications, and the page that is shown without a connection. */
const workerPath = '/service-worker.js'

/**
 * Registers the service worker, or lets the browser look for a newer one. Resolves to undefined where there are none, as in
 * insecure contexts.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.register(workerPath, { scope: '/' })
}
