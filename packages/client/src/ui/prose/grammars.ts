import type { LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'

interface Grammar {
  load(): Promise<{ default: LanguageFn }>
  /** Languages embedded in it, as CSS is in HTML. */
  embedded?: readonly string[]
}

/** Loaders of the grammars, by language name. */
export const grammars: Readonly<Record<string, Grammar>> = {
  apache: { load: () => import('highlight.js/lib/languages/apache') },
  bash: { load: () => import('highlight.js/lib/languages/bash') },
  c: { load: () => import('highlight.js/lib/languages/c') },
  clojure: { load: () => import('highlight.js/lib/languages/clojure') },
  cmake: { load: () => import('highlight.js/lib/languages/cmake') },
  cpp: { load: () => import('highlight.js/lib/languages/cpp') },
  csharp: { load: () => import('highlight.js/lib/languages/csharp') },
  css: { load: () => import('highlight.js/lib/languages/css') },
  dart: { load: () => import('highlight.js/lib/languages/dart') },
  diff: { load: () => import('highlight.js/lib/languages/diff') },
  dockerfile: { load: () => import('highlight.js/lib/languages/dockerfile'), embedded: ['bash'] },
  elixir: { load: () => import('highlight.js/lib/languages/elixir') },
  elm: { load: () => import('highlight.js/lib/languages/elm') },
  erlang: { load: () => import('highlight.js/lib/languages/erlang') },
  fsharp: { load: () => import('highlight.js/lib/languages/fsharp') },
  go: { load: () => import('highlight.js/lib/languages/go') },
  graphql: { load: () => import('highlight.js/lib/languages/graphql') },
  groovy: { load: () => import('highlight.js/lib/languages/groovy') },
  haskell: { load: () => import('highlight.js/lib/languages/haskell') },
  http: { load: () => import('highlight.js/lib/languages/http'), embedded: ['json', 'xml'] },
  ini: { load: () => import('highlight.js/lib/languages/ini') },
  java: { load: () => import('highlight.js/lib/languages/java') },
  javascript: {
    load: () => import('highlight.js/lib/languages/javascript'),
    embedded: ['xml', 'css', 'graphql'],
  },
  json: { load: () => import('highlight.js/lib/languages/json') },
  julia: { load: () => import('highlight.js/lib/languages/julia') },
  kotlin: { load: () => import('highlight.js/lib/languages/kotlin') },
  latex: { load: () => import('highlight.js/lib/languages/latex') },
  less: { load: () => import('highlight.js/lib/languages/less') },
  lisp: { load: () => import('highlight.js/lib/languages/lisp') },
  lua: { load: () => import('highlight.js/lib/languages/lua') },
  makefile: { load: () => import('highlight.js/lib/languages/makefile') },
  markdown: { load: () => import('highlight.js/lib/languages/markdown'), embedded: ['xml'] },
  matlab: { load: () => import('highlight.js/lib/languages/matlab') },
  nginx: { load: () => import('highlight.js/lib/languages/nginx') },
  nim: { load: () => import('highlight.js/lib/languages/nim') },
  nix: { load: () => import('highlight.js/lib/languages/nix') },
  objectivec: { load: () => import('highlight.js/lib/languages/objectivec') },
  ocaml: { load: () => import('highlight.js/lib/languages/ocaml') },
  perl: { load: () => import('highlight.js/lib/languages/perl') },
  php: { load: () => import('highlight.js/lib/languages/php') },
  'php-template': { load: () => import('highlight.js/lib/languages/php-template'), embedded: ['xml', 'php'] },
  powershell: { load: () => import('highlight.js/lib/languages/powershell') },
  properties: { load: () => import('highlight.js/lib/languages/properties') },
  protobuf: { load: () => import('highlight.js/lib/languages/protobuf') },
  python: { load: () => import('highlight.js/lib/languages/python') },
  'python-repl': { load: () => import('highlight.js/lib/languages/python-repl'), embedded: ['python'] },
  r: { load: () => import('highlight.js/lib/languages/r') },
  ruby: { load: () => import('highlight.js/lib/languages/ruby') },
  rust: { load: () => import('highlight.js/lib/languages/rust') },
  scala: { load: () => import('highlight.js/lib/languages/scala') },
  scheme: { load: () => import('highlight.js/lib/languages/scheme') },
  scss: { load: () => import('highlight.js/lib/languages/scss') },
  shell: { load: () => import('highlight.js/lib/languages/shell'), embedded: ['bash'] },
  sql: { load: () => import('highlight.js/lib/languages/sql') },
  pgsql: { load: () => import('highlight.js/lib/languages/pgsql') },
  swift: { load: () => import('highlight.js/lib/languages/swift') },
  typescript: {
    load: () => import('highlight.js/lib/languages/typescript'),
    embedded: ['xml', 'css', 'graphql'],
  },
  vbnet: { load: () => import('highlight.js/lib/languages/vbnet') },
  vim: { load: () => import('highlight.js/lib/languages/vim') },
  wasm: { load: () => import('highlight.js/lib/languages/wasm') },
  xml: { load: () => import('highlight.js/lib/languages/xml'), embedded: ['css', 'javascript'] },
  x86asm: { load: () => import('highlight.js/lib/languages/x86asm') },
  yaml: { load: () => import('highlight.js/lib/languages/yaml') },
}

const loadingLanguages = new Map<string, Promise<void>>()

/** Loads a language and those embedded in it. Rejects if one cannot be loaded. */
export async function loadLanguage(language: string): Promise<void> {
  const embedded = grammars[language]?.embedded ?? []
  await Promise.all([language, ...embedded].map(loadOnce))
}

function loadOnce(name: string): Promise<void> {
  const existing = loadingLanguages.get(name)
  if (existing !== undefined) return existing
  const loading = load(name).catch((error) => {
    // The next block retries.
    loadingLanguages.delete(name)
    throw error
  })
  loadingLanguages.set(name, loading)
  return loading
}

async function load(name: string): Promise<void> {
  const grammar = grammars[name]
  if (grammar === undefined) throw new Error(`There is no grammar for the language "${name}".`)
  hljs.registerLanguage(name, (await grammar.load()).default)
}

/** @returns HTML: the escaped text in `<span class="hljs-…">`. Requires `loadLanguage`. */
export function highlight(text: string, language: string): string {
  return hljs.highlight(text, { language, ignoreIllegals: true }).value
}
