// Plain JavaScript: what comes after it is found in the cache of compiled modules, without the compiler of TypeScript,
// which would take some 25 MB in every thread.
import module from 'node:module'

const [address = '', cache] = process.argv.slice(2)
if (cache) module.enableCompileCache(cache)
await import(address)
module.flushCompileCache()
