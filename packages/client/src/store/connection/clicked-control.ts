/** The link or button whose click is being handled. */
export function clickedControl(): Element | undefined {
  const event = import.meta.env.SSR ? undefined : globalThis.event
  if (event?.type !== 'click' || !(event.target instanceof Element)) return undefined
  return event.target.closest('a, button') ?? undefined
}
