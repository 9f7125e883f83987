// The command: npm create portico [folder] -- --template <name>
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { CreateError, createSite, isTemplate, templates } from './create.mjs'

const names = Object.entries(templates).map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
const usage = `npm create portico@latest <folder> -- --template <name>\n\nTemplates:\n${names.join('\n')}`

/** What a shell says for Ctrl-C. */
const interrupted = 130

/** @param {readonly string[]} words of the command line @returns {Promise<number>} the exit code */
export async function run(words) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      say(usage)
      return 0
    }
    const folder = resolve(positionals[0] ?? (await ask('Folder', 'my-dapp')))
    const template = values.template ?? (await ask(`Template (${Object.keys(templates).join(', ')})`, 'vite'))
    if (!isTemplate(template)) throw new CreateError(`There is no template '${template}'.\n\n${usage}`)
    createSite({ folder, template })
    const manager = (process.env.npm_config_user_agent ?? '').split('/')[0] || 'npm'
    const steps = [
      'install',
      ...(template === 'full-stack' ? ['run setup', 'run services   (in a terminal of its own; README.md)'] : []),
      'run dev',
    ]
    say([`Written to ${folder}\n`, ...wayInto(folder), ...steps.map((step) => `${manager} ${step}`)].join('\n  '))
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    if (code === 'ABORT_ERR') return interrupted
    const isOurs = error instanceof CreateError || code.startsWith('ERR_PARSE_ARGS') || 'syscall' in error
    if (!isOurs) throw error
    console.error(error.message)
    return 1
  }
}

/** The command that leads from here into the folder; none where it is here. */
function wayInto(/** @type {string} */ folder) {
  const way = relative(process.cwd(), folder)
  return way ? [`cd ${/^[\w./\\:-]+$/.test(way) ? way : `"${way}"`}`] : []
}

/** Asks, where somebody is there to answer. @throws {CreateError} */
async function ask(/** @type {string} */ question, /** @type {string} */ usual) {
  if (!process.stdin.isTTY) throw new CreateError(`Nobody is there to ask. Say it all at once:\n\n${usage}`)
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await prompt.question(`${question} [${usual}]: `)).trim() || usual
  } catch (error) {
    say('')
    throw error
  } finally {
    prompt.close()
  }
}

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`)
