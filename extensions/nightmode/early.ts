// A page from the cache of the browser has the theme of its time: the latest choice of the browser is newer.
try {
  const [visit] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
  const { dataset } = document.documentElement
  const [theme] = localStorage.nightmode.split(' ')
  if (visit.type === 'back_forward' && theme !== (dataset.theme ?? '')) {
    dataset.theme = theme
    // They would outweigh the attribute.
    for (const sheet of document.querySelectorAll('[class^=night]')) sheet.remove()
  }
} catch {
  // The browser keeps nothing, or nothing was chosen.
}
