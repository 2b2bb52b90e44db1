/** Milliseconds between two attempts. */
const pause = 2000

/** Without a connection the page stands at the address that was asked for; at its own address it leads to the forum. */
const ownPath = /\/offline$/
let isAsking = false

async function leaveWhenOnline(): Promise<void> {
  if (!navigator.onLine || isAsking) return
  isAsking = true
  const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => ({
    status: 0,
  }))
  isAsking = false
  if (status < 200 || status >= 500) return
  if (ownPath.test(location.pathname)) location.replace(new URL('.', location.href))
  else location.reload()
}

addEventListener('online', () => void leaveWhenOnline())
setInterval(() => void leaveWhenOnline(), pause)
