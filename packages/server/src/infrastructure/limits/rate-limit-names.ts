/**
 * The names of rate limits. Features and extensions add theirs:
 * `declare module '…' { interface RateLimitNames { reportsPerAccount: true } }`.
 */
export interface RateLimitNames {
  searchesPerAccount: true
  searchesPerAddress: true
}
