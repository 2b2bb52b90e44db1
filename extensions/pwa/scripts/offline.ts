/** Milliseconds between two attempts: at first, and at most. */
const pauses = { first: 2000, longest: 30_000 }

/** The address of this page. Without a connection it stands at the address that was asked for. */
const ownAddress = new URL(document.currentScript?.dataset.page ?? '', location.href)
let pause = pauses.first
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks whether the forum answers, now and then after longer and longer pauses, while the page is seen. */
async function leaveWhenOnline(): Promise<void> {
  clearTimeout(timer)
  if (document.hidden) return
  const isReached = navigator.onLine && (await reachesForum())
  if (isReached) return leave()
  timer = setTimeout(() => void leaveWhenOnline(), pause)
  pause = Math.min(pause * 1.5, pauses.longest)
}

async function reachesForum(): Promise<boolean> {
  const asked = fetch(ownAddress, { method: 'HEAD', cache: 'no-store' })
  return asked.then(
    // A server in front of a forum that does not run answers, too.
    ({ status }) => status < 500,
    () => false,
  )
}

/** Opens what was asked for; at its own address, the forum. */
function leave(): void {
  if (location.pathname === ownAddress.pathname) location.replace(new URL('.', ownAddress))
  else location.reload()
}

function start(): void {
  pause = pauses.first
  void leaveWhenOnline()
}

addEventListener('online', start)
document.addEventListener('visibilitychange', start)
timer = setTimeout(start, pauses.first)
