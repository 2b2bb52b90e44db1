/**
 * Numbers of posts per discussion, in descending order: one with a tenth of all, a few large ones, a long tail. The
 * sum is exactly `posts`; each discussion has at least one.
 */
export function discussionSizes(discussions: number, posts: number): number[] {
  if (discussions < 1 || posts < discussions) {
    throw new RangeError('At least one discussion is required, and at least one post for each')
  }
  if (discussions === 1) return [posts]
  const largest = Math.max(1, Math.min(Math.round(posts / 10), posts - discussions + 1))
  const weights = Array.from({ length: discussions - 1 }, (_, rank) => 1 / (rank + 5) ** 1.35)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const spare = posts - largest - (discussions - 1)
  const sizes = [largest, ...weights.map((weight) => 1 + Math.floor((spare * weight) / sum))]
  const rest = posts - sizes.reduce((total, size) => total + size, 0)
  for (let n = 0; n < rest; n++)
    sizes[1 + (n % (discussions - 1))] = (sizes[1 + (n % (discussions - 1))] ?? 0) + 1
  return sizes
}
