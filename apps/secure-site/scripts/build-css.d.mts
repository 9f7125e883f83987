/** Whether the module of the page's style sheet differs from what its sources say. */
export function isCssStale(): Promise<boolean>
