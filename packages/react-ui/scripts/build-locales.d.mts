/** The generated files: path below `src/locales` → text. */
export function buildLocales(): Promise<Record<string, string>>
/** The generated files that differ from what the catalogues say. */
export function staleLocales(): Promise<string[]>
