/** Joins class names, leaving out what is false or undefined. */
export const cls = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
