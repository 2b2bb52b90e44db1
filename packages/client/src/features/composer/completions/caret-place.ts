/** The caret in the window; px. */
export interface CaretPlace {
  left: number
  top: number
  bottom: number
  isRtl: boolean
}

const mirrored = [
  'direction',
  'font',
  'fontFeatureSettings',
  'fontKerning',
  'letterSpacing',
  'lineHeight',
  'overflowWrap',
  'padding',
  'tabSize',
  'textAlign',
  'textIndent',
  'wordBreak',
  'wordSpacing',
] as const

/** Characters behind the position that may move it to the next line. */
const wordLength = 100

/** Finds the place of a position of a field's text: an invisible copy of the field has an element there. */
export function caretPlace(field: HTMLTextAreaElement, position: number): CaretPlace {
  const style = getComputedStyle(field)
  const mirror = document.createElement('div')
  for (const name of mirrored) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    whiteSpace: 'pre-wrap',
    inlineSize: `${field.clientWidth}px`,
  })
  const caret = document.createElement('span')
  caret.textContent = '\u200b'
  const [before, after] = [field.value.slice(0, position), field.value.slice(position, position + wordLength)]
  mirror.append(before, caret, after)
  mirror.setAttribute('aria-hidden', 'true')
  field.after(mirror)
  const box = field.getBoundingClientRect()
  const origin = mirror.getBoundingClientRect()
  const place = caret.getBoundingClientRect()
  mirror.remove()
  const top = box.top + field.clientTop + place.top - origin.top - field.scrollTop
  return {
    left: box.left + field.clientLeft + place.left - origin.left,
    top: Math.max(top, box.top),
    bottom: Math.min(top + place.height, box.bottom),
    isRtl: style.direction === 'rtl',
  }
}
