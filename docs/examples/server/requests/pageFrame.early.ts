// The `early.ts` of the extension: before the first paint, a page takes up what the browser has kept.
try {
  document.documentElement.dataset.nominationsView = localStorage.getItem('nominations.view') ?? 'list'
} catch {
  // The browser keeps nothing for this site.
}
