import type { LanguageFn } from 'highlight.js'

/** A language of code. */
export interface Language {
  /** As highlight.js calls it. */
  name: string
  load(): Promise<{ default: LanguageFn }>
  /** Languages that stand inside of it, as styles in a page do. */
  needs?: readonly string[]
}

/** Languages by all the words that people write after a fence, in lower case. The first is the name. */
const table: [names: string, load: Language['load'], needs?: readonly string[]][] = [
  ['apache apacheconf htaccess', () => import('highlight.js/lib/languages/apache')],
  ['bash sh zsh', () => import('highlight.js/lib/languages/bash')],
  ['c h', () => import('highlight.js/lib/languages/c')],
  ['clojure clj edn', () => import('highlight.js/lib/languages/clojure')],
  ['cmake', () => import('highlight.js/lib/languages/cmake')],
  ['cpp c++ cc hpp cxx hxx', () => import('highlight.js/lib/languages/cpp')],
  ['csharp c# cs', () => import('highlight.js/lib/languages/csharp')],
  ['css', () => import('highlight.js/lib/languages/css')],
  ['dart', () => import('highlight.js/lib/languages/dart')],
  ['diff patch', () => import('highlight.js/lib/languages/diff')],
  ['dockerfile docker', () => import('highlight.js/lib/languages/dockerfile'), ['bash']],
  ['elixir ex exs', () => import('highlight.js/lib/languages/elixir')],
  ['elm', () => import('highlight.js/lib/languages/elm')],
  ['erlang erl', () => import('highlight.js/lib/languages/erlang')],
  ['fsharp f# fs', () => import('highlight.js/lib/languages/fsharp')],
  ['go golang', () => import('highlight.js/lib/languages/go')],
  ['graphql gql', () => import('highlight.js/lib/languages/graphql')],
  ['groovy gradle', () => import('highlight.js/lib/languages/groovy')],
  ['haskell hs', () => import('highlight.js/lib/languages/haskell')],
  ['http https', () => import('highlight.js/lib/languages/http'), ['json', 'xml']],
  ['ini toml conf', () => import('highlight.js/lib/languages/ini')],
  ['java jsp', () => import('highlight.js/lib/languages/java')],
  [
    'javascript js jsx mjs cjs',
    () => import('highlight.js/lib/languages/javascript'),
    ['xml', 'css', 'graphql'],
  ],
  ['json json5 jsonc', () => import('highlight.js/lib/languages/json')],
  ['julia jl', () => import('highlight.js/lib/languages/julia')],
  ['kotlin kt kts', () => import('highlight.js/lib/languages/kotlin')],
  ['latex tex', () => import('highlight.js/lib/languages/latex')],
  ['less', () => import('highlight.js/lib/languages/less')],
  ['lisp', () => import('highlight.js/lib/languages/lisp')],
  ['lua', () => import('highlight.js/lib/languages/lua')],
  ['makefile make mk mak', () => import('highlight.js/lib/languages/makefile')],
  ['markdown md mkd', () => import('highlight.js/lib/languages/markdown'), ['xml']],
  ['matlab', () => import('highlight.js/lib/languages/matlab')],
  ['nginx nginxconf', () => import('highlight.js/lib/languages/nginx')],
  ['nim', () => import('highlight.js/lib/languages/nim')],
  ['nix nixos', () => import('highlight.js/lib/languages/nix')],
  ['objectivec obj-c objc mm', () => import('highlight.js/lib/languages/objectivec')],
  ['ocaml ml', () => import('highlight.js/lib/languages/ocaml')],
  ['perl pl pm', () => import('highlight.js/lib/languages/perl')],
  ['php', () => import('highlight.js/lib/languages/php')],
  ['php-template', () => import('highlight.js/lib/languages/php-template'), ['xml', 'php']],
  ['powershell ps ps1 pwsh', () => import('highlight.js/lib/languages/powershell')],
  ['properties', () => import('highlight.js/lib/languages/properties')],
  ['protobuf proto', () => import('highlight.js/lib/languages/protobuf')],
  ['python py gyp', () => import('highlight.js/lib/languages/python')],
  ['python-repl pycon', () => import('highlight.js/lib/languages/python-repl'), ['python']],
  ['r', () => import('highlight.js/lib/languages/r')],
  ['ruby rb gemspec podspec', () => import('highlight.js/lib/languages/ruby')],
  ['rust rs', () => import('highlight.js/lib/languages/rust')],
  ['scala', () => import('highlight.js/lib/languages/scala')],
  ['scheme scm', () => import('highlight.js/lib/languages/scheme')],
  ['scss sass', () => import('highlight.js/lib/languages/scss')],
  ['shell console shellsession', () => import('highlight.js/lib/languages/shell'), ['bash']],
  ['sql', () => import('highlight.js/lib/languages/sql')],
  ['pgsql postgres postgresql', () => import('highlight.js/lib/languages/pgsql')],
  ['swift', () => import('highlight.js/lib/languages/swift')],
  [
    'typescript ts tsx mts cts',
    () => import('highlight.js/lib/languages/typescript'),
    ['xml', 'css', 'graphql'],
  ],
  ['vbnet vb', () => import('highlight.js/lib/languages/vbnet')],
  ['vim', () => import('highlight.js/lib/languages/vim')],
  ['wasm', () => import('highlight.js/lib/languages/wasm')],
  [
    'xml html xhtml rss atom svg xsd xsl plist vue',
    () => import('highlight.js/lib/languages/xml'),
    ['css', 'javascript'],
  ],
  ['x86asm asm nasm', () => import('highlight.js/lib/languages/x86asm')],
  ['yaml yml', () => import('highlight.js/lib/languages/yaml')],
]

/** Every word that names a language, with the language. */
export const languages: ReadonlyMap<string, Language> = new Map(
  table.flatMap(([names, load, needs]) => {
    const words = names.split(' ')
    const language = { name: words[0] ?? '', load, ...(needs && { needs }) }
    return words.map((word) => [word, language] as const)
  }),
)

/** The language that a word after a fence names; undefined for others, whose code stays plain. */
export function findLanguage(word: string): Language | undefined {
  return languages.get(word.toLowerCase())
}
