/** The number of Unicode code points in a text, to which length limits apply (api-core 4.1). */
export function textLength(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) {
      length--
      index++
    }
  }
  return length
}
