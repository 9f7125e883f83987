/** Goes to the page with another option in its address, which is looked at when the portico is made. Undefined leaves it out. */
export function setInAddress(name: string, value: string | undefined): void {
  const query = new URLSearchParams(location.search)
  if (value === undefined) query.delete(name)
  else query.set(name, value)
  location.search = query.toString()
}
