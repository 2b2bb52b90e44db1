/** What shows the theme of a page: what it says of it, and the color of its background. */
export function lookOf(page: { evaluate<T>(read: () => T): Promise<T> }) {
  return page.evaluate(() => {
    const content = (name: string) => document.querySelector(`meta[name=${name}]`)?.getAttribute('content')
    const background = getComputedStyle(document.documentElement).backgroundColor
    const lightness = Number(/[\d.]+/.exec(background))
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    return {
      theme: document.documentElement.dataset.theme,
      isDark: lightness < 0.5,
      scheme: content('color-scheme'),
      bar: bars.find(({ media }) => media === '' || matchMedia(media).matches)?.content,
      sheets: [...document.querySelectorAll('link[class^=nightmode-]')].map(({ className }) => className),
    }
  })
}

export const looks = {
  auto: {
    theme: undefined,
    scheme: 'light dark',
    sheets: ['nightmode-light', 'nightmode-dark'],
  },
  light: { theme: 'light', scheme: 'light', sheets: ['nightmode-light'] },
  dark: { theme: 'dark', scheme: 'dark', sheets: ['nightmode-dark'] },
} as const

/** Begins to sum up what moves on the page without a click. */
export function watchShifts(page: { evaluate(watch: () => void): Promise<void> }): Promise<void> {
  return page.evaluate(() => {
    const sum = Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        sum.shifts += value
    }).observe({ type: 'layout-shift' })
  })
}

/** The layout shift of the page since `watchShifts`. */
export function shiftsOf(page: { evaluate<T>(read: () => Promise<T>): Promise<T> }): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // An observer receives entries within two frames.
        const tell = () => resolve((window as unknown as { shifts: number }).shifts)
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell)))
      }),
  )
}
