/** Lets tables scroll sideways by keyboard, too. Returns what ends that. */
export default function makeTablesFocusable(text: HTMLElement): () => void {
  const tables = [...text.querySelectorAll('table')]
  for (const table of tables) table.tabIndex = 0
  return () => {
    for (const table of tables) table.removeAttribute('tabindex')
  }
}
