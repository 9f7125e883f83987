/** The text of `src/wallets/marks.ts`. */
export function buildMarks(): Promise<string>
/** Whether that file differs from what the gateway has. */
export function areMarksStale(): Promise<boolean>
