/** The part of Chartist that charts use. Its own types import each other by paths that TypeScript does not resolve here. */
declare module 'chartist' {
  /** A scale with steps between `low` and `high`. */
  export class AutoScaleAxis {}

  interface LineChartOptions {
    showArea: boolean
    showPoint: boolean
    lineSmooth: boolean
    fullWidth: boolean
    /** In pixels, like all lengths. */
    chartPadding: { top: number; bottom: number; left: number; right: number }
    axisX: { showLabel: boolean; showGrid: boolean; offset: number }
    axisY: {
      type: typeof AutoScaleAxis
      position: 'start' | 'end'
      low: number
      high: number
      onlyInteger: boolean
      /** The width of the labels. */
      offset: number
      /** The least distance of two labels. */
      scaleMinSpace: number
      labelInterpolationFnc: (value: number) => string
    }
  }

  /** Draws lines into an element, and again when the window changes its size. */
  export class LineChart {
    constructor(element: HTMLElement, data: { series: number[][] }, options: LineChartOptions)
    /** Stops following the window. */
    detach(): void
  }
}
