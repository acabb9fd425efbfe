// The offline page loads the page that was asked for once there is a connection again.
document.querySelector('[data-retry]').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())

// Browsers do not always notice that the connection is back. The service worker does not keep this file.
setInterval(async () => {
  const response = await fetch('/manifest.json', { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) location.reload()
}, 5_000)
