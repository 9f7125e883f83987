/**
 * One drawing on the 20 x 20 grid: the path that is stroked (1.5 px, round), the path that is filled, and class names.
 * `is-dir` marks a drawing that points along the line of reading and mirrors in right-to-left text.
 */
export type Glyph = readonly [stroke: string, fill?: string, className?: string]

// The drawings of the buttons in the host's page: apart from the others, which belong to the modal's chunks.
export const chevronDown: Glyph = ['M5.75 8 10 12.25 14.25 8']
export const caution: Glyph = [
  '',
  'M8.25 3.5a2.02 2.02 0 0 1 3.5 0l6 10.45A2.02 2.02 0 0 1 16 17H4a2.02 2.02 0 0 1-1.75-3.05ZM9.1 8v3.1a.9.9 0 0 0 1.8 0V8a.9.9 0 0 0-1.8 0Zm.9 7.05a1.05 1.05 0 1 0 0-2.1 1.05 1.05 0 0 0 0 2.1Z',
]
