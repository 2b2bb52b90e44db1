const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** A number of bytes for people: the number of digits chooses the unit, of 1,024 of the one before (`123B`, `2kB`). */
export function humanSize(bytes: number): string {
  const power = Math.min(Math.floor((String(bytes).length - 1) / 3), units.length - 1)
  return `${Math.round(bytes / 1024 ** power)}${units[power]}`
}
