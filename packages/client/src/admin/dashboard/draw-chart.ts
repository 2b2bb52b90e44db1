import { formatNumber, type Translator } from '@parley/shared/i18n'
import { AutoScaleAxis, LineChart } from 'chartist'

/** The most points that are marked. */
const markedPoints = 31

/** Draws a line over time into an element, in the direction of its text. Returns a function that removes the chart. */
export function drawChart(
  element: HTMLElement,
  counts: readonly number[],
  translator: Translator,
): () => void {
  // Room for the labels, which grow with the text.
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const isRightToLeft = getComputedStyle(element).direction === 'rtl'
  const chart = new LineChart(
    element,
    { series: [isRightToLeft ? [...counts].reverse() : [...counts]] },
    {
      showArea: true,
      showPoint: counts.length <= markedPoints,
      lineSmooth: false,
      fullWidth: true,
      chartPadding: { top: 1.25 * rem, bottom: 4, left: isRightToLeft ? 4 : 0, right: isRightToLeft ? 0 : 4 },
      axisX: { showLabel: false, showGrid: false, offset: 0 },
      axisY: {
        type: AutoScaleAxis,
        position: isRightToLeft ? 'end' : 'start',
        low: 0,
        // An axis without height has no place for its labels.
        high: Math.max(1, ...counts),
        onlyInteger: true,
        offset: 2.25 * rem,
        scaleMinSpace: 1.75 * rem,
        labelInterpolationFnc: (value) => formatNumber(value, translator),
      },
    },
  )
  return () => {
    chart.detach()
    element.replaceChildren()
  }
}
