/** What a colour says. Each tone is repeated by a word or an icon, so colour never stands alone. */
export type Tone = 'accent' | 'ok' | 'warn' | 'bad'
