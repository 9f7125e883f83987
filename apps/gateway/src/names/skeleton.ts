/** What looks like what, of the characters that a name may have (a part of UTS 39's table), in the order in which it is looked at. */
const looks: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/2/g, 'z'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/9/g, 'g'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/i/g, 'l'],
]

/** What labels that look alike have in common: `a1ice`, `alice` and `al-ice` have one skeleton. */
export function skeletonOf(label: string): string {
  return looks.reduce((text, [look, as]) => text.replace(look, as), label.replaceAll('-', ''))
}
