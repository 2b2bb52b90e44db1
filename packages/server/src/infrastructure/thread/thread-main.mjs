// Plain JavaScript: it loads the other modules from the compile cache, without the TypeScript compiler, which would take
// about 25 MB in every thread.
import module from 'node:module'

const [address = '', cache] = process.argv.slice(2)
if (cache) module.enableCompileCache(cache)
await import(address)
module.flushCompileCache()
