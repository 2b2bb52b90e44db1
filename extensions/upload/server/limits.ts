/** The largest file that any setting allows, in kilobytes. */
export const largestKilobytes = 1024 ** 2

/** The largest width and height that any setting allows for shrunk pictures, in pixels. */
export const largestSide = 20_000

/** Milliseconds for which cleaning leaves everything alone: requests that are not done yet have such files. */
export const rest = 3_600_000
