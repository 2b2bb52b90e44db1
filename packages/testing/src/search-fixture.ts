/** A discussion of the search fixture. */
interface SearchableDiscussion {
  title: string
  posts: readonly string[]
}

/** A typical search and its expected results. */
export interface SearchQuery {
  q: string
  /** Names of the first discussions in the results, in this order. Empty if there must be no results. */
  first: readonly (keyof typeof searchDiscussions)[]
  /** The expected suggestion; undefined if there must be none. */
  suggestion?: string
}

/** Username of the author of all discussions. */
export const searchAuthor = 'lookout'

/** The discussions by name, in the order of creation. */
export const searchDiscussions = {
  tea: {
    title: 'A cup of tea near the old lighthouse',
    posts: ['The lighthousekeeper pours it himself.'],
  },
  cups: { title: 'Of tea sets: the right cup', posts: ['The cup is blue, the tea is black.'] },
  harbour: {
    title: 'Harbourside walks before dawn',
    posts: ['Bring a thermos flask.', 'The quay is icy, so take a walking stick.'],
  },
  bees: { title: 'Beekeeping for absolute novices', posts: ['Smoke calms the swarm.'] },
  workshop: {
    title: 'Notes from my workshop',
    posts: ['The lathe again.', 'My lathe stopped while I was turning a walnut bowl.'],
  },
  walnuts: {
    title: 'An orchard in its tenth year',
    posts: Array.from(
      { length: 12 },
      (_, year) => `Another walnut fell in year ${year}. A bowl would be nice.`,
    ),
  },
  trees: { title: 'Walnut saplings', posts: ['Plant them far from the house.'] },
  stopWords: { title: 'What is this about, and what was that for?', posts: ['It was not about you.'] },
  quotes: { title: 'She said "never again" about ferryboats', posts: ['And took the next one.'] },
  signs: { title: 'C++ or Zig?! No — really… [poll] #42', posts: ['Neither.'] },
  letters: { title: 'Plan B: I, O and U', posts: ['Vowels only.'] },
  long: {
    title: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen x',
    posts: ['Counting.'],
  },
  gardening: { title: 'Gartenarbeit oder Fahrradpflege?', posts: ['Beides am Wochenende.'] },
  commonGerman: { title: 'Wintercamping neben Balkonstrom', posts: ['Das geht.'] },
  miller: { title: 'Frau Müllers Apfelkuchen', posts: ['Das Backrezept hat sie von ihrer Großmutter.'] },
  mueller: { title: 'Herr Mueller zieht um', posts: ['In die Möhrengasse.'] },
  street: { title: 'Die lange Straße nach Südtondern', posts: ['Sie ist grau.'] },
  meadow: { title: 'Neue Aue am Mühlbach', posts: ['Feuchtwiesen und Störche.'] },
  lions: { title: 'König der Löwen im Freilichttheater', posts: ['Ausverkauft.'] },
  french: { title: 'Élevage d’abeilles en altitude', posts: ['Les ruches passent l’hiver à la cave.'] },
  cream: { title: 'Crème brûlée sans chalumeau', posts: ['Sous le gril, très près.'] },
  tree: { title: 'Ёлка на чердаке', posts: ['Игрушки лежат в сундуке.'] },
  samovar: { title: 'Самовар и тульские пряники', posts: ['Вода должна быть мягкой.'] },
  olives: { title: 'مُحَمَّد يزرع الزيتون', posts: ['في قرية صغيرة قرب الساحل.'] },
  oven: { title: 'أفران الفخار التقليدية', posts: ['نار هادئة وصبر طويل.'] },
  tomatoes: { title: '在阳台上种番茄的经验', posts: ['浇水不要太多。'] },
  eggs: { title: '番茄炒蛋怎么做？', posts: ['先炒鸡蛋，再放番茄。'] },
  tearoom: { title: '京都の古い茶室を訪ねて', posts: ['静かな庭がありました。'] },
  karaoke: { title: 'カラオケ大会のお知らせ', posts: ['参加費は無料です。'] },
  kernel: { title: 'Zephyros 内核 6.12 发布', posts: ['Das Update läuft auf meinem アルプス 电脑.'] },
} satisfies Record<string, SearchableDiscussion>

/** Fifty searches, which must find discussions of the fixture among others. */
export const searchQueries: readonly SearchQuery[] = [
  // Exact titles, with any punctuation.
  { q: 'Gartenarbeit oder Fahrradpflege?', first: ['gardening'] },
  { q: 'gartenarbeit ODER fahrradpflege', first: ['gardening'] },
  { q: 'Wintercamping neben Balkonstrom', first: ['commonGerman'] },
  { q: 'What is this about, and what was that for?', first: ['stopWords'] },
  { q: 'She said "never again" about ferryboats', first: ['quotes'] },
  { q: 'C++ or Zig?! No — really… [poll] #42', first: ['signs'] },
  { q: 'Plan B: I, O and U', first: ['letters'] },
  {
    q: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen x',
    first: ['long'],
  },
  { q: 'A cup of tea near the old lighthouse', first: ['tea'] },
  { q: 'самовар и тульские пряники!', first: ['samovar'] },
  { q: '京都の古い茶室を訪ねて', first: ['tearoom'] },
  { q: '番茄炒蛋怎么做', first: ['eggs'] },
  { q: 'أفران الفخار التقليدية', first: ['oven'] },
  // All words rank above some words, and adjacent words above the same words apart.
  { q: 'cup of tea', first: ['tea', 'cups'] },
  { q: 'lathe walnut bowl', first: ['workshop'] },
  { q: 'walnut bowl lathe turning', first: ['workshop'] },
  { q: '"walnut bowl"', first: ['workshop', 'walnuts'] },
  { q: 'walnut', first: ['trees', 'walnuts', 'workshop'] },
  { q: 'thermos flask', first: ['harbour'] },
  { q: 'icy quay walking stick', first: ['harbour'] },
  { q: 'smoke swarm', first: ['bees'] },
  { q: 'the lighthousekeeper', first: ['tea'] },
  // The last word is incomplete.
  { q: 'harbours', first: ['harbour'] },
  { q: 'absolute nov', first: ['bees'] },
  // Umlauts and their two-letter spellings.
  { q: 'Mueller', first: ['mueller', 'miller'] },
  { q: 'muellers apfelkuchen', first: ['miller'] },
  { q: 'Müller zieht', first: ['mueller'] },
  { q: 'moehrengasse', first: ['mueller'] },
  { q: 'strasse suedtondern', first: ['street'] },
  { q: 'grossmutter backrezept', first: ['miller'] },
  { q: 'neue aue', first: ['meadow'] },
  { q: 'koenig loewen', first: ['lions'] },
  { q: 'Loewen König', first: ['lions'] },
  // Accents and diacritics.
  { q: 'elevage abeilles altitude', first: ['french'] },
  { q: 'creme brulee', first: ['cream'] },
  { q: 'елка чердаке', first: ['tree'] },
  { q: 'محمد الزيتون', first: ['olives'] },
  // Scripts without spaces, half-width characters, and several scripts at once.
  { q: '种番茄', first: ['tomatoes'] },
  { q: '番茄 阳台', first: ['tomatoes', 'eggs'] },
  { q: '茶室', first: ['tearoom'] },
  { q: 'ｶﾗｵｹ大会', first: ['karaoke'] },
  { q: 'zephyros 内核', first: ['kernel'] },
  { q: 'アルプス 电脑 update', first: ['kernel'] },
  // A typing error in a word that no discussion has.
  { q: 'beekeping', first: ['bees'], suggestion: 'beekeeping' },
  { q: 'lighthuosekeeper tea', first: ['tea'], suggestion: 'lighthousekeeper tea' },
  { q: 'gartenarbiet fahrradpflege', first: ['gardening'], suggestion: 'gartenarbeit fahrradpflege' },
  { q: 'самавар', first: ['samovar'], suggestion: 'самовар' },
  {
    q: `author:${searchAuthor} walnutt`,
    first: ['trees', 'walnuts'],
    suggestion: `author:${searchAuthor} walnut`,
  },
  // No results, but a suggestion.
  { q: 'lighthuosekeper', first: [], suggestion: 'lighthousekeeper' },
  { q: 'thermosflask', first: [], suggestion: 'thermos flask' },
]
