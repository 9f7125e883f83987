/** A picture for a seeded name: three nested arches in one hue, as the modal draws an account without a picture. */
export function doorway(hue: number): string {
  const arch = (r: number, top: number, tone: string) =>
    `<path fill="hsl(${hue} ${tone})" d="M${160 - r} 280V${top}a${r} ${r} 0 0 1 ${2 * r} 0V280z"/>`
  const arches = arch(80, 128, '46% 72%') + arch(56, 168, '50% 48%') + arch(32, 208, '58% 24%')
  const ground = `<rect width="320" height="320" fill="hsl(${hue} 26% 92%)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">${ground}${arches}</svg>`
}
