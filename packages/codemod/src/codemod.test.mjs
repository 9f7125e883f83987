import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveSite } from './codemod.mjs'
import { kits } from './kits/index.mjs'
import { run } from './run.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { version } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'))
/** @typedef {import('./codemod.mjs').Kit} Kit */
const names = /** @type {Kit[]} */ (Object.keys(kits))

/** @type {string} */
let folder
beforeEach(() => {
  // Below the package, so that a site finds what it imports.
  folder = mkdtempSync(join(here, '../node_modules/.site-'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Lays out the example of a kit. Its manifest has another name here, where it is no package. */
function copy(/** @type {Kit} */ kit) {
  cpSync(join(here, 'examples', kit), folder, { recursive: true })
  renameSync(join(folder, '_package.json'), join(folder, 'package.json'))
}

const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(tsx?|json)$/.test(file))
const read = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8')
const said = () =>
  vi
    .mocked(process.stdout.write)
    .mock.calls.map(([text]) => String(text))
    .join('')

/** What the compiler has to say, empty where all is well. */
function typecheck() {
  const options = {
    extends: '../../../../tsconfig.base.json',
    include: ['src', 'css.d.ts'],
    compilerOptions: {
      types: ['node'],
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      moduleResolution: 'bundler',
      module: 'preserve',
      noEmit: true,
      exactOptionalPropertyTypes: false,
      declaration: false,
      declarationMap: false,
    },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  writeFileSync(join(folder, 'css.d.ts'), "declare module '*.css'\n")
  try {
    execFileSync(process.execPath, [join(here, '../node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

describe.each(names)('%s', (kit) => {
  beforeEach(() => copy(kit))

  test('its example compiles with Portico’s packages, and nothing of it is left', () => {
    run([kit, folder])
    const code = files()
      .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
      .map(read)
      .join('\n')
    expect(code).not.toMatch(/@rainbow-me|connectkit'|@reown|wallet-adapter-react|appkit-button/)
    for (const name of [
      'createPortico(',
      '<PorticoProvider portico={portico}>',
      '<Modal />',
      '<PorticoButton',
      '@portico/react-ui/styles.css',
    ])
      expect(code).toContain(name)
    expect(code.match(/<Modal \/>/g)).toHaveLength(1)
    expect(typecheck()).toBe('')
    const { dependencies } = JSON.parse(read('package.json'))
    expect(dependencies['@portico/core']).toBe(`^${version}`)
    expect(Object.keys(dependencies).filter((name) => /rainbow|connectkit|reown|wallet-adapter-react-ui/.test(name))).toEqual([])
  }, 120_000)

  test('a second time changes nothing', () => {
    run([kit, folder])
    const before = files().map(read)
    run([kit, folder])
    expect(files().map(read)).toEqual(before)
    expect(said()).toContain(`Nothing of ${kit} was found`)
  })
})

/** RainbowKit's own example of a disclaimer. */
const disclaimer = `({ Text, Link }) => (
  <Text>
    By connecting your wallet, you agree to the{' '}
    <Link href="https://termsofservice.xyz">Terms of Service</Link> and
    acknowledge you have read and understand the protocol{' '}
    <Link href="https://disclaimer.xyz">Disclaimer</Link>
  </Text>
)`

test.each([
  ['with a name', `const Disclaimer: DisclaimerComponent = ${disclaimer}\n`, "{ appName: 'Tickets', disclaimer: Disclaimer }"],
  ['as a function', `function Disclaimer${disclaimer.replace(' =>', ' { return').replace(/\)$/, ')}')}\n`, '{ disclaimer: Disclaimer }'],
  ['in place', '', `{ disclaimer: ${disclaimer} }`],
  ['in a variable', `const appInfo = { disclaimer: ${disclaimer} }\n`, 'appInfo'],
])(
  'a disclaimer of RainbowKit, %s, is the modal’s',
  (_, before, info) => {
    copy('rainbowkit')
    const file = 'src/Providers.tsx'
    const site = read(file)
      .replace(
        'darkTheme, RainbowKitProvider',
        `darkTheme, RainbowKitProvider${before.includes(': DisclaimerComponent') ? ', type DisclaimerComponent' : ''}`,
      )
      .replace('const queryClient', `${before}\nconst queryClient`)
      .replace('modalSize="compact"', `appInfo={${info}}`)
    writeFileSync(join(folder, file), site)
    run(['rainbowkit', folder])
    const moved = read(file)
    expect(moved).toMatch(/<Modal[^>]*disclaimer={/)
    expect(moved).toMatch(/<>\s*By connecting your wallet, you agree to the/)
    for (const link of ['https://termsofservice.xyz', 'https://disclaimer.xyz'])
      expect(moved).toMatch(new RegExp(`<a\\s+href="${link}"\\s+target="_blank"\\s+rel="noreferrer">`))
    expect(moved).toMatch(/Terms of Service<\/a>\s*{' '}\s*and\s/)
    expect(moved).not.toMatch(/Text>|Link>|DisclaimerComponent|rainbow-me/)
    if (before.startsWith('const Disclaimer')) expect(typecheck()).toBe('')
  },
  120_000,
)

test('a disclaimer that is another file’s is said, and left out', () => {
  copy('rainbowkit')
  const file = 'src/Providers.tsx'
  const site = read(file).replace('modalSize="compact"', 'appInfo={{ disclaimer: Disclaimer }}')
  writeFileSync(join(folder, file), `import { Disclaimer } from './Disclaimer'\n${site}`)
  run(['rainbowkit', folder])
  expect(read(file)).toContain('<Modal />')
  expect(said()).toContain('The disclaimer is left out')
})

/** @returns {{ text: string, notes: string[] }} */
function move(/** @type {Kit} */ kit, /** @type {string} */ text) {
  const { files: changed, notes } = moveSite(kit, new Map([['a.tsx', text]]), '1.0.0')
  return { text: changed.get('a.tsx') ?? text, notes: notes.map((note) => note.text) }
}

describe('what cannot be moved is said, and stays', () => {
  test('a hook that is not taken apart', () => {
    const { text, notes } = move(
      'rainbowkit',
      "import { useConnectModal } from '@rainbow-me/rainbowkit'\nexport const use = () => useConnectModal()\n",
    )
    expect(text).toContain("from '@rainbow-me/rainbowkit'")
    expect(notes.join()).toContain('useConnectModal')
  })

  test('a name that has no counterpart', () => {
    const { text, notes } = move(
      'rainbowkit',
      "import { connectorsForWallets } from '@rainbow-me/rainbowkit'\nexport const list = connectorsForWallets([])\n",
    )
    expect(text).toContain("import { connectorsForWallets } from '@rainbow-me/rainbowkit'")
    expect(notes).toEqual([
      'connectorsForWallets of @rainbow-me/rainbowkit has no counterpart that is known here: see the page of the documentation.',
    ])
  })

  test('a provider without a config that is known', () => {
    const { text, notes } = move(
      'rainbowkit',
      "import { RainbowKitProvider } from '@rainbow-me/rainbowkit'\nexport const P = () => <RainbowKitProvider><p /></RainbowKitProvider>\n",
    )
    expect(notes.join()).toContain('createPortico({ adapters: [evm({ config })] })')
    expect(text).toContain('<RainbowKitProvider>')
  })

  test('a file that cannot be read', () => {
    const { text, notes } = move('connectkit', "import { X } from 'connectkit'\nconst = 1\n")
    expect(text).toContain('const = 1')
    expect(notes.join()).toMatch(/cannot be read/)
  })
})

test('a config of the site’s own gets its portico beside it, and what is not touched is written as it was', () => {
  const before = `import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config   = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } }) // as it was
export const P = () => <WagmiProvider config={config}><RainbowKitProvider><p>A</p></RainbowKitProvider></WagmiProvider>
`
  const { text, notes } = move('rainbowkit', before)
  expect(text).toContain('const config   = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } }) // as it was')
  expect(text).toMatch(/const portico = createPortico\({\s+\.\.\.rainbowKit,\s+adapters: \[evm\({ config }\)]/)
  expect(notes).toEqual([])
})

test('the command says what it would change, what is left, and what is wrong with it', () => {
  copy('rainbowkit')
  const before = files().map(read)
  expect(run(['rainbowkit', folder, '--dry-run'])).toBe(2)
  expect(files().map(read)).toEqual(before)
  expect(said()).toContain('would change src/wagmi.ts')
  expect(said()).toContain('modalSize of RainbowKitProvider is left out')
  expect(run(['--help'])).toBe(0)
  expect(run([])).toBe(1)
  expect(run(['web3modal'])).toBe(1)
  expect(run(['rainbowkit', join(tmpdir(), 'no-such-folder')])).toBe(1)
  expect(run(['rainbowkit', '--nope'])).toBe(1)
  expect(vi.mocked(console.error).mock.calls.flat().join()).toContain("There is no kit 'web3modal'.")
})
