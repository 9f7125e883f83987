import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
    // On one core: checkers beside each other check what they share once each.
    const compile = [join(here, '../node_modules/typescript/bin/tsc'), '-p', folder, '--singleThreaded']
    execFileSync(process.execPath, compile, { encoding: 'utf8', stdio: 'pipe' })
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
function move(/** @type {Kit} */ kit, /** @type {string} */ text, file = 'a.tsx') {
  const { files: changed, notes } = moveSite(kit, new Map([[file, text]]), '1.0.0')
  return { text: changed.get(file) ?? text, notes: notes.map((note) => note.text) }
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

/** @param {Kit} kit @param {Record<string, string>} site */
function moveAll(kit, site) {
  const { files: changed, notes } = moveSite(kit, new Map(Object.entries(site)), '1.0.0')
  return { text: (/** @type {string} */ file) => changed.get(file) ?? site[file] ?? '', notes }
}

describe('what still takes something of the kit keeps it, is said, and has its package', () => {
  const config = "getDefaultConfig({ appName: 'A', projectId: 'P', chains: [mainnet] })"
  /** @type {[what: string, kit: Kit, code: string][]} */
  const cases = [
    [
      'all of it under one name',
      'rainbowkit',
      "import * as Kit from '@rainbow-me/rainbowkit'\nexport const A = () => <Kit.ConnectButton />\n",
    ],
    ['a name handed on', 'rainbowkit', "export { ConnectButton } from '@rainbow-me/rainbowkit'\n"],
    [
      'a part that is loaded late',
      'rainbowkit',
      "const A = lazy(() => import('@rainbow-me/rainbowkit').then((kit) => kit.ConnectButton))\n",
    ],
    ['a config by default', 'rainbowkit', `import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport default ${config}\n`],
    [
      'a config that is made in a function',
      'rainbowkit',
      `import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport const make = () => ${config}\n`,
    ],
    [
      'a config of options in a variable',
      'connectkit',
      "import { getDefaultConfig } from 'connectkit'\nexport const config = createConfig(getDefaultConfig(options))\n",
    ],
    [
      'a provider without a config that is known',
      'rainbowkit',
      "import { RainbowKitProvider } from '@rainbow-me/rainbowkit'\nexport const P = () => <RainbowKitProvider><p /></RainbowKitProvider>\n",
    ],
    [
      'a provider whose config comes with a component',
      'rainbowkit',
      "import { RainbowKitProvider } from '@rainbow-me/rainbowkit'\nexport const P = ({ config }) => <WagmiProvider config={config}><RainbowKitProvider><p /></RainbowKitProvider></WagmiProvider>\n",
    ],
    [
      'another adapter',
      'appkit',
      "import { EthersAdapter } from '@reown/appkit-adapter-ethers'\nimport { createAppKit } from '@reown/appkit/react'\nimport { mainnet, solana } from '@reown/appkit/networks'\ncreateAppKit({ adapters: [new EthersAdapter()], networks: [mainnet, solana], projectId: 'P' })\n",
    ],
    [
      'a part of the kit’s other package',
      'wallet-adapter',
      "import { WalletAdapterNetwork } from '@solana/wallet-adapter-base'\nexport const network = WalletAdapterNetwork.Devnet\n",
    ],
  ]
  const packages = {
    rainbowkit: '@rainbow-me/rainbowkit',
    connectkit: 'connectkit',
    appkit: '@reown/appkit',
    'wallet-adapter': '@solana/wallet-adapter-base',
  }
  test.each(cases)('%s', (_, kit, code) => {
    const { text, notes } = moveAll(kit, { 'a.tsx': code, 'package.json': JSON.stringify({ dependencies: { [packages[kit]]: '1' } }) })
    expect(text('a.tsx')).toBe(code)
    expect(notes.map(({ file }) => file)).toContain('a.tsx')
    expect(JSON.parse(text('package.json')).dependencies).toHaveProperty([packages[kit]])
  })

  test('a type stays a type, and a theme that is used elsewhere stays', () => {
    const { text } = move(
      'rainbowkit',
      `import { darkTheme, RainbowKitProvider, type Theme } from '@rainbow-me/rainbowkit'
import { WagmiProvider } from 'wagmi'
import { config } from './config'
const theme: Theme = darkTheme()
export const P = () => <WagmiProvider config={config}><RainbowKitProvider theme={theme}><p /></RainbowKitProvider></WagmiProvider>
`,
    )
    expect(text).toContain("import { darkTheme, type Theme } from '@rainbow-me/rainbowkit'")
    expect(text).toContain('<PorticoProvider portico={portico}><p />')
  })

  test('a wallet list goes with what it was imported of', () => {
    const { text } = move(
      'rainbowkit',
      `import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nimport { metaMaskWallet } from '@rainbow-me/rainbowkit/wallets'
export const config = getDefaultConfig({ appName: 'A', projectId: 'P', chains: [a], wallets: [{ groupName: 'Few', wallets: [metaMaskWallet] }] })\n`,
    )
    expect(text).not.toMatch(/rainbow-me|metaMaskWallet/)
  })

  test('files of other kinds and manifests that cannot be read are said', () => {
    const { notes } = moveAll('appkit', { 'App.vue': '<template><appkit-button /></template>', 'fixtures/package.json': '{ // nothing' })
    expect(notes.map(({ file }) => file)).toEqual(['App.vue', 'fixtures/package.json'])
  })

  test('what an element had that Portico’s has not', () => {
    const { text, notes } = move(
      'wallet-adapter',
      'import { WalletMultiButton } from \'@solana/wallet-adapter-react-ui\'\nexport const B = () => <WalletMultiButton className="wide">Enter</WalletMultiButton>\n',
    )
    expect(text).toContain('<PorticoButton>Enter</PorticoButton>')
    expect(notes).toEqual(['className of WalletMultiButton is left out.'])
  })
})

describe('a name that the file has already', () => {
  test('of an import: Portico’s gets another', () => {
    const { text } = moveAll('appkit', {
      'config.ts': "import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'\n",
      'a.tsx': `import { useAppKit, useAppKitAccount } from '@reown/appkit/react'
import { useAccount } from 'wagmi'
export const use = () => {
  const { address: account } = useAppKitAccount({ namespace: 'solana' })
  const { open } = useAppKit()
  const { close } = useAppKit()
  return [account, open, close, useAccount()]
}
`,
    })
    const code = text('a.tsx')
    expect(code).toContain("import { useModal, useAccount as usePorticoAccount } from '@portico/react-ui'")
    expect(code).toMatch(
      /const porticoAccount = usePorticoAccount\({\s+namespace: 'solana'\s+}\);\s+const account = porticoAccount\.address/,
    )
    expect(code).toContain('const open = modal.open')
    expect(code).toContain('const close = porticoModal.close')
  })

  test('of a part: the modal gets another', () => {
    const { text } = move(
      'rainbowkit',
      `import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { WagmiProvider } from 'wagmi'
import { config } from './config'
import { Modal } from './Modal'
export const P = () => <WagmiProvider config={config}><RainbowKitProvider><Modal /></RainbowKitProvider></WagmiProvider>
`,
    )
    expect(text).toContain("import { PorticoProvider, Modal as PorticoModal } from '@portico/react-ui'")
    expect(text).toMatch(/<Modal \/>\s+<PorticoModal \/>/)
  })

  test('a hook that is left keeps its own', () => {
    const { text } = move(
      'connectkit',
      "import { useModal } from 'connectkit'\nexport const a = () => useModal()\nexport const use = () => {\n  const { setOpen } = useModal()\n  return setOpen\n}\n",
    )
    expect(text).toContain("import { useModal } from 'connectkit'")
    expect(text).toContain("import { useModal as usePorticoModal } from '@portico/react-ui'")
    expect(text).toContain('const modal = usePorticoModal()')
  })
})

describe('a file is written as it was read', () => {
  const before = `/* Ours */
// The button
import { ConnectButton } from '@rainbow-me/rainbowkit';

export const A = () => {
\tconst css = \`
\t\ta
\t  b\`;
\treturn <ConnectButton chainStatus="none" />;
};
`
  const after = before
    .replace("{ ConnectButton } from '@rainbow-me/rainbowkit'", "{ PorticoButton } from '@portico/react-ui'")
    .replace('<ConnectButton chainStatus="none" />', '<PorticoButton />')

  test.each([
    ['with tabs and comments', (/** @type {string} */ text) => text],
    ['with the ends of lines of Windows', (/** @type {string} */ text) => text.replaceAll('\n', '\r\n')],
    ['with a mark of its encoding', (/** @type {string} */ text) => `\uFEFF${text}`],
  ])('%s', (_, as) => {
    expect(move('rainbowkit', as(before)).text).toBe(as(after))
    // WagmiProvider has it looked at.
    const other = as("import { WagmiProvider } from 'wagmi'\nexport const a = () => {\n\treturn `\n\tb`\n}\n")
    expect(move('appkit', other).text).toBe(other)
  })

  test('comments stay where their place is moved, and are said where it is gone', () => {
    const { text, notes } = move(
      'rainbowkit',
      `// Licence
import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, useConnectModal } from '@rainbow-me/rainbowkit'
export const config = getDefaultConfig({ chains: [a], /* from the cloud */ projectId: 'P' })
export const use = () => {
  // opens it
  const { openConnectModal } = useConnectModal()
  return openConnectModal
}
export const B = () => <ConnectButton /* as on the other page */ />
`,
    )
    for (const comment of ['// Licence', '/* from the cloud */', '// opens it']) expect(text).toContain(comment)
    expect(notes).toContain('This comment is gone with what it stood at: as on the other page')
  })

  test.each(["'use client'", '"use client";'])('%s stays as it stands', (directive) => {
    const { text } = move(
      'rainbowkit',
      `${directive}\nimport { ConnectButton } from '@rainbow-me/rainbowkit'\nexport default () => <ConnectButton chainStatus="none" />\n`,
    )
    expect(text).toBe(`${directive}\nimport { PorticoButton } from '@portico/react-ui'\nexport default () => <PorticoButton />\n`)
  })

  test('a text in a provider reads as it did', () => {
    const { text } = move(
      'wallet-adapter',
      "import { WalletProvider } from '@solana/wallet-adapter-react'\nexport const P = () => <WalletProvider wallets={[]}>a &lt; <b>b</b> c</WalletProvider>\n",
    )
    expect(text).toContain("a &lt; <b>b</b>{' '}c")
  })

  test('as TypeScript, where it is that and no more', () => {
    const code = "import { lightTheme } from '@rainbow-me/rainbowkit'\n@part()\nexport class A { a = <unknown>lightTheme }\n"
    expect(move('rainbowkit', code, 'a.ts')).toEqual({ text: code, notes: [expect.stringContaining('lightTheme')] })
  })

  test('links and folders that are called like files are passed over', () => {
    const outside = join(folder, 'outside.tsx')
    writeFileSync(outside, "import { ConnectButton } from '@rainbow-me/rainbowkit'\nexport const A = () => <ConnectButton />\n")
    mkdirSync(join(folder, 'site', 'folder.ts'), { recursive: true })
    symlinkSync(outside, join(folder, 'site', 'link.tsx'))
    symlinkSync(join(folder, 'nowhere.ts'), join(folder, 'site', 'nowhere.ts'))
    expect(run(['rainbowkit', join(folder, 'site')])).toBe(0)
    expect(readFileSync(outside, 'utf8')).toContain('@rainbow-me')
  })
})

test('beside wagmi 2, its core is named, of which npm would take a later one for the adapter; one that is named stays', () => {
  const code =
    "import { ConnectButton } from '@rainbow-me/rainbowkit'\nimport { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport const config = getDefaultConfig({ appName: 'A', projectId: 'P', chains: [] })\nexport const B = () => <ConnectButton />\n"
  const core = (/** @type {object} */ dependencies) => {
    const { text } = moveAll('rainbowkit', {
      'a.tsx': code,
      'package.json': JSON.stringify({ dependencies: { '@rainbow-me/rainbowkit': '2', ...dependencies } }),
    })
    return JSON.parse(text('package.json')).dependencies['@wagmi/core']
  }
  expect([core({ wagmi: '^2.19.5' }), core({ wagmi: '2.x' })]).toEqual(['^2.22.1', '^2.22.1'])
  expect([core({ wagmi: '^3.7.7' }), core({ wagmi: '~20.0.0' }), core({})]).toEqual([undefined, undefined, undefined])
  expect(core({ wagmi: '^2.19.5', '@wagmi/core': '2.22.1' })).toBe('2.22.1')
})

test('AppKit’s adapter and its modal may be made in two files', () => {
  const { text, notes } = moveAll('appkit', {
    'src/config/index.ts': `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { type AppKitNetwork, mainnet } from '@reown/appkit/networks'
export const networks: [AppKitNetwork, ...AppKitNetwork[]] = [mainnet]
export const wagmiAdapter = new WagmiAdapter({ ssr: true, projectId: 'P', networks })
`,
    'src/context/index.tsx': `import { createAppKit } from '@reown/appkit/react'
import { WagmiProvider } from 'wagmi'
import { networks, wagmiAdapter } from '@/config'
const modal = createAppKit({ adapters: [wagmiAdapter], projectId: 'P', networks })
export const P = ({ children }) => <WagmiProvider config={wagmiAdapter.wagmiConfig}>{children}</WagmiProvider>
`,
  })
  expect(text('src/config/index.ts')).toContain("import { type Chain as AppKitNetwork } from 'viem'")
  expect(text('src/context/index.tsx')).toContain('adapters: [evm({ config: wagmiAdapter.wagmiConfig })]')
  expect(text('src/context/index.tsx')).toContain('<PorticoProvider portico={portico}>{children}')
  expect(notes).toEqual([])
})

test('what AppKit takes from an object that is spread goes along, and one that is made elsewhere is said', () => {
  const head =
    "import { createAppKit } from '@reown/appkit/react'\nimport { WagmiAdapter } from '@reown/appkit-adapter-wagmi'\nimport { mainnet } from '@reown/appkit/networks'\n"
  const adapter = "const wagmiAdapter = new WagmiAdapter({ projectId: 'P', networks: [mainnet] })\n"
  const call = 'createAppKit({ adapters: [wagmiAdapter], ...general, features: {} })\n'
  const general =
    "const general = { projectId: 'P', networks: [mainnet], metadata: { name: 'Shop' }, themeMode: 'dark' as const, debug: true }\n"
  const here = moveAll('appkit', { 'a.tsx': `${head}${adapter}${general}${call}` })
  for (const line of ['metadata: general.metadata', 'walletConnect({ projectId: general.projectId })', 'themeMode: general.themeMode'])
    expect(here.text('a.tsx')).toContain(line)
  expect(here.notes.map(({ text }) => text.split(' is left out')[0])).toEqual(['debug of createAppKit', 'features of createAppKit'])
  const elsewhere = moveAll('appkit', { 'a.tsx': `${head}import { general } from './general'\n${adapter}${call}` })
  expect(elsewhere.notes.map(({ text }) => text)).toContain(
    '...general of createAppKit is left out: write what it has of metadata, projectId and the theme into createPortico.',
  )
})

test('variables of AppKit’s theme get the names of ours, and one that has none is said', () => {
  const head =
    "import { createAppKit } from '@reown/appkit/react'\nimport { WagmiAdapter } from '@reown/appkit-adapter-wagmi'\nimport { mainnet } from '@reown/appkit/networks'\nconst wagmiAdapter = new WagmiAdapter({ projectId: 'P', networks: [mainnet] })\n"
  const made = (/** @type {string} */ options, before = '') =>
    moveAll('appkit', { 'a.tsx': `${head}${before}createAppKit({ adapters: [wagmiAdapter], networks: [mainnet], ${options} })\n` })
  const whole = made(
    "themeVariables: { '--w3m-accent': '#7b3fe4', '--w3m-color-mix-strength': 40, '--apkt-z-index': 5, '--w3m-border-radius-master': '1px' }",
  )
  expect(whole.text('a.tsx').replace(/\s+/g, ' ')).toContain(
    "themeVariables: { ...appKit.themeVariables, accent: '#7b3fe4', mixStrength: '40%', z: 5, radius: '1px' }",
  )
  expect(whole.notes).toEqual([])
  for (const [options, before] of [
    ['...general', "const general = { themeVariables: { '--w3m-accent': brand } }\n"],
    ['themeVariables', "const themeVariables = { '--w3m-accent': brand }\n"],
  ])
    expect(made(String(options), before).text('a.tsx')).toContain('...appKit.themeVariables, accent: brand')
  const said = ['themeVariables of createAppKit is left out, or a part of it: the names of ours are in the table of the page.']
  const part = made("themeVariables: { '--w3m-accent': 'red', '--w3m-loud': 1 }")
  expect(part.text('a.tsx')).toContain("accent: 'red'")
  expect(part.notes.map(({ text }) => text)).toEqual(said)
  const elsewhere = made('themeVariables', "import { themeVariables } from './theme'\n")
  expect(elsewhere.text('a.tsx')).not.toContain('themeVariables:')
  expect(elsewhere.notes.map(({ text }) => text)).toEqual(said)
})

test('a portico beside a config that is exported by itself is exported, too', () => {
  const { text } = moveAll('rainbowkit', {
    'wagmi.ts':
      "import { getDefaultConfig } from '@rainbow-me/rainbowkit'\nconst config = getDefaultConfig({ projectId: 'P', chains: [a] })\nexport default config\n",
    'P.tsx':
      "import { RainbowKitProvider } from '@rainbow-me/rainbowkit'\nimport config from './wagmi'\nexport const P = () => <RainbowKitProvider><p /></RainbowKitProvider>\n",
  })
  expect(text('wagmi.ts')).toContain('export const portico = createPortico(')
  expect(text('P.tsx')).toContain("import config, { portico } from './wagmi'")
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
