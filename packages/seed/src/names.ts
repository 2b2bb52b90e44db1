import type { Random } from './random.ts'

const givenNames =
  'Ada Aiko Akira Alba Amina Anna Anton Aylin Ben Bruno Camille Carla Chen Clara Daria David Elena Elif Emil Emma Fatima Felix Finn Greta Hana Hugo Ida Igor Ines Ivan Jan Jonas Jun Karim Kenji Lars Layla Leo Lina Luca Lucia Maja Marek Maria Mateo Mei Mila Mina Nadia Nils Nina Noah Nora Olga Omar Oskar Pablo Paul Petra Ravi Rosa Ruth Salma Sami Sara Sofia Sven Tara Theo Tomas Vera Victor Wei Yara Yuki Yusuf Zoe'.split(
    ' ',
  )
const familyNames =
  'Abbas Andersen Bauer Becker Berg Blanc Brown Carter Castro Chen Costa Demir Dubois Eriksson Evans Ferrari Fischer Fontana Garcia Haddad Hansen Hoffmann Ito Ivanova Jansen Kaya Keller Khan Kimura Klein Koch Kowalski Kruger Larsen Laurent Lopez Marino Martin Mayer Meyer Moreau Nakamura Novak Okafor Olsen Petrov Popov Rahman Reyes Ricci Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Taylor Vogel Wagner Walker Wang Weber Wolf Wong Yilmaz Zhang'.split(
    ' ',
  )
const natureWords =
  'amber birch brook cedar cloud comet dusk ember fern finch fox frost harbor hazel heron ivy juniper lark lichen maple marsh meadow moss north otter owl pebble pine quartz rain raven river robin rust sage salt shore sky sparrow spruce storm thistle tide willow wren'.split(
    ' ',
  )

/** Makes a realistic username and adds it to `taken`, which holds names in lower case. */
export function makeUsername(random: Random, taken: Set<string>): string {
  const base = composeName(random)
  let username = base
  for (let digits = 2; taken.has(username.toLowerCase()); digits++) {
    username = `${base}${random.between(1, 10 ** Math.min(digits, 9))}`
  }
  taken.add(username.toLowerCase())
  return username
}

function composeName(random: Random): string {
  const [given, family] = [random.pick(givenNames), random.pick(familyNames)]
  switch (random.below(6)) {
    case 0:
      return `${given}${family}`
    case 1:
      return `${given}_${family}`.toLowerCase()
    case 2:
      return `${given}-${family.charAt(0)}`.toLowerCase()
    case 3:
      return `${random.pick(natureWords)}_${random.pick(natureWords)}`
    case 4:
      return `${given.toLowerCase()}${random.between(1960, 2009)}`
    default:
      return `${given}${random.pick(natureWords)}`
  }
}
