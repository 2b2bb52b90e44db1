const names =
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
  burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod
  darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon
  darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey
  dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey
  honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral
  lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
  lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine
  mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
  yellowgreen`.split(/\s+/)

const component = String.raw`\d{1,3},\s?`
const opacity = String.raw`(?:[01]|[01]?\.\d{1,4})`
const hex = '#(?:[\\da-f]{3,4}|[\\da-f]{6}|[\\da-f]{8})'

/** Source of a regular expression for text colours: hex, rgb(), rgba() and the names of CSS Color 4, in lower case. */
export const colorSource = [
  hex,
  String.raw`rgb\((?:${component}){2}\d{1,3}\)`,
  String.raw`rgba\((?:${component}){3}${opacity}\)`,
  ...names,
].join('|')

const color = new RegExp(`^(?:${colorSource})$`)

/** Returns a typed colour in lower case; undefined if it is none. */
export function toColor(typed: string): string | undefined {
  const value = typed.toLowerCase()
  return color.test(value) ? value : undefined
}
