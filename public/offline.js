// The offline page loads the page that was asked for once there is a connection again.
document.querySelector('[data-retry]').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())
