/** The design's icons on its 20 px grid, as far as this page needs them. */
const lines = {
  back: 'M12.25 4.5 6.75 10l5.5 5.5',
  close: 'm5.25 5.25 9.5 9.5m0-9.5-9.5 9.5',
  mail: 'M5.5 4.25h9a2.75 2.75 0 0 1 2.75 2.75v6a2.75 2.75 0 0 1-2.75 2.75h-9A2.75 2.75 0 0 1 2.75 13V7A2.75 2.75 0 0 1 5.5 4.25Zm-2 2.5 5.05 3.7a2.45 2.45 0 0 0 2.9 0l5.05-3.7',
  chevron: 'M8 5.75 12.25 10 8 14.25',
  upright: 'm5.75 14.25 8.5-8.5m-6.75 0h6.75v6.75',
  check: 'm4.5 10.6 3.6 3.6 7.4-8.1',
  lock: 'M6.5 8.5h7a2.5 2.5 0 0 1 2.5 2.5v3.25a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 4 14.25V11a2.5 2.5 0 0 1 2.5-2.5Zm.25 0V6.25a3.25 3.25 0 0 1 6.5 0V8.5',
  shield: 'M10 2.75 4.25 4.9v4.6c0 3.7 2.35 6.3 5.75 7.75 3.4-1.45 5.75-4.05 5.75-7.75V4.9Zm-2.6 7.25 1.85 1.85 3.4-3.7',
  key: 'M10.75 13a3.75 3.75 0 1 1-7.5 0 3.75 3.75 0 0 1 7.5 0Zm-1-2.75 6.5-6.5m-3.5 3.5 2.25 2.25',
  user: 'M13.25 6.75a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0ZM3.9 16.5c.95-2.6 3.25-4 6.1-4s5.15 1.4 6.1 4',
  edit: 'm12.5 4.4-8 8-.95 4.05 4.05-.95 8-8a1.75 1.75 0 0 0 0-2.5l-.6-.6a1.75 1.75 0 0 0-2.5 0Zm-1.4 1.4 3.1 3.1',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5Zm9.75 0a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0Z',
  clock: 'M17.25 10a7.25 7.25 0 1 1-14.5 0 7.25 7.25 0 0 1 14.5 0ZM10 6v4.1l2.6 1.65',
  file: 'M5.75 2.75h5.5L15.5 7v7.75a2.5 2.5 0 0 1-2.5 2.5H5.75a2 2 0 0 1-2-2V4.75a2 2 0 0 1 2-2Zm5.5.15V7h4.1',
} as const

const solids = {
  ok: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm3.9 5.1a.9.9 0 0 0-1.27.06l-3.7 4.06-1.6-1.6a.9.9 0 0 0-1.27 1.27l2.27 2.27a.9.9 0 0 0 1.3-.03l4.33-4.76a.9.9 0 0 0-.06-1.27Z',
  bad: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm-.9 4.4v4.2a.9.9 0 0 0 1.8 0V6.4a.9.9 0 0 0-1.8 0Zm.9 8.3a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2Z',
  caution:
    'M8.25 3.5a2.02 2.02 0 0 1 3.5 0l6 10.45A2.02 2.02 0 0 1 16 17H4a2.02 2.02 0 0 1-1.75-3.05ZM9.1 8v3.1a.9.9 0 0 0 1.8 0V8a.9.9 0 0 0-1.8 0Zm.9 7.05a1.05 1.05 0 1 0 0-2.1 1.05 1.05 0 0 0 0 2.1Z',
  note: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm.9 11.6V9.4a.9.9 0 0 0-1.8 0v4.2a.9.9 0 0 0 1.8 0ZM10 5.3a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z',
} as const

export type IconName = keyof typeof lines | keyof typeof solids

const isSolid = (name: IconName): name is keyof typeof solids => Object.hasOwn(solids, name)

/** Decoration: what it means is said in words beside it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  const turned = name === 'back' || name === 'chevron' || name === 'upright' ? ' is-dir' : ''
  return (
    <svg className={`po-i${isSolid(name) ? ' is-solid' : ''}${turned}`} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {isSolid(name) ? <path fillRule="evenodd" d={solids[name]} /> : <path d={lines[name]} />}
    </svg>
  )
}
