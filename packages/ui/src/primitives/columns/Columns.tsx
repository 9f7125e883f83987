/** The loader of Portico, three columns that light up in turn. Says nothing: the text beside it does. */
export const Columns = () => (
  <span className="po-cols" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
