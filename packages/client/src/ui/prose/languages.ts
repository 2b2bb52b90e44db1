/** Words for languages after a fence, in lower case; the first of each row is the language's name. */
const table = [
  'apache apacheconf htaccess',
  'bash sh zsh',
  'c h',
  'clojure clj edn',
  'cmake',
  'cpp c++ cc hpp cxx hxx',
  'csharp c# cs',
  'css',
  'dart',
  'diff patch',
  'dockerfile docker',
  'elixir ex exs',
  'elm',
  'erlang erl',
  'fsharp f# fs',
  'go golang',
  'graphql gql',
  'groovy gradle',
  'haskell hs',
  'http https',
  'ini toml conf',
  'java jsp',
  'javascript js jsx mjs cjs',
  'json json5 jsonc',
  'julia jl',
  'kotlin kt kts',
  'latex tex',
  'less',
  'lisp',
  'lua',
  'makefile make mk mak',
  'markdown md mkd',
  'matlab',
  'nginx nginxconf',
  'nim',
  'nix nixos',
  'objectivec obj-c objc mm',
  'ocaml ml',
  'perl pl pm',
  'php',
  'php-template',
  'powershell ps ps1 pwsh',
  'properties',
  'protobuf proto',
  'python py gyp',
  'python-repl pycon',
  'r',
  'ruby rb gemspec podspec',
  'rust rs',
  'scala',
  'scheme scm',
  'scss sass',
  'shell console shellsession',
  'sql',
  'pgsql postgres postgresql',
  'swift',
  'typescript ts tsx mts cts',
  'vbnet vb',
  'vim',
  'wasm',
  'xml html xhtml rss atom svg xsd xsl plist vue',
  'x86asm asm nasm',
  'yaml yml',
]

/** Language names, by every word for them. */
export const languages: ReadonlyMap<string, string> = new Map(
  table.flatMap((row) => {
    const words = row.split(' ')
    return words.map((word) => [word, words[0] ?? word] as const)
  }),
)

/** The language for a word after a fence; undefined if unknown: such code is not highlighted. */
export function findLanguage(word: string): string | undefined {
  return languages.get(word.toLowerCase())
}
