import type { App } from '../../points/app.ts'

/**
 * Keeps the tab in the view of the forum as another: links to the forum's own addresses, which authors write into posts, lead
 * to the same pages of the view.
 */
export function keepView({ forum }: App): void {
  const { basePath, baseOrigin, assetsBaseUrl } = forum
  const root = basePath.slice(0, basePath.lastIndexOf('/view-as/'))
  const handleClick = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== baseOrigin || link.closest('.ViewBar') !== null) return
    const { pathname, href } = link
    const isOutside = pathname.startsWith(`${root}/`) && !`${pathname}/`.startsWith(`${basePath}/`)
    if (isOutside && !href.startsWith(assetsBaseUrl)) link.pathname = basePath + pathname.slice(root.length)
  }
  document.addEventListener('click', handleClick, { capture: true })
  document.addEventListener('auxclick', handleClick, { capture: true })
}
