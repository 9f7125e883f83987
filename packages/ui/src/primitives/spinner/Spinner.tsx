/** A ring for small places in a line, 16 px. Says nothing: the text beside it does. */
export const Spinner = () => <span className="po-spin" aria-hidden="true" />
