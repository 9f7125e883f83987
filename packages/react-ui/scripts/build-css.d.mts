/** The generated files: path below `src` and text. */
export function buildCss(): Promise<Record<string, string>>
/** The generated files that differ from what the sources say. */
export function staleCss(): Promise<string[]>
/** The classes that a style sheet names. */
export function classesOf(css: string): string[]
