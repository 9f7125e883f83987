/** Whether two addresses in their usual form are one: hex is one whatever its case. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())
