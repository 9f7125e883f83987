/** How hard a passphrase is to guess. Services could try passphrases at leisure, each at the cost of Argon2id: so a weak one is refused. */
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { leastPassphrase, readPassphrase } from '../keys/passphrase.js'
import { WeakPassphraseError } from '../keys/errors.js'
import { commonPasswords } from './common.js'

/** Guesses as a power of ten: three hundred years at a hundred of them in a second, or four words by chance of a list of a thousand. */
const leastGuesses = 12
/** A run of letters counts as a word at the most, one of a million: no list here has all words of all languages. */
const mostPerRun = 6
/** Longer ones are judged by their beginning: the time that judging takes grows with the length. */
const mostJudged = 64

/**
 * Refuses a passphrase that is short, or that who knows people's habits guesses.
 * @param known what others know of the owner, such as the address
 * @throws WeakPassphraseError
 */
export function judgePassphrase(typed: string, known: readonly string[]): void {
  const passphrase = readPassphrase(typed)
  if ([...passphrase].length < leastPassphrase) throw new WeakPassphraseError('passphrase_short')
  if (guessesOf(passphrase, known) < leastGuesses) throw new WeakPassphraseError('passphrase_guessable')
}

/** A part of a passphrase. */
interface Piece {
  readonly from: number
  /** Guesses as a power of ten. */
  readonly power: number
  /** Nothing explains it. */
  readonly unexplained: boolean
}

/** Guesses as a power of ten. */
export function guessesOf(passphrase: string, known: readonly string[]): number {
  const judge = new ZxcvbnFactory({ dictionary: { common: [...commonPasswords], words: wordlist }, graphs: adjacencyGraphs })
  const parts = known.flatMap((each) => [each, ...each.split(/[^\p{L}\p{N}]+/u)]).filter((each) => each.length > 2)
  const judged = [...passphrase].slice(0, mostJudged).join('')
  const { guessesLog10, sequence } = judge.check(judged, parts)
  const pieces = sequence.flatMap(piecesOf)
  let power = 0
  let at = 0
  for (const { 0: letters, index } of judged.matchAll(/[\p{L}\p{M}]+/gu)) {
    const end = index + letters.length
    const before = pieces.filter(({ from }) => from >= at && from < index)
    power +=
      sumOf(before) +
      powerOfLetters(
        letters,
        pieces.filter(({ from }) => from >= index && from < end),
      )
    at = end
  }
  return Math.min(guessesLog10, power + sumOf(pieces.filter(({ from }) => from >= at)))
}

const sumOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { power }) => sum + power, 0)

function powerOfLetters(letters: string, pieces: readonly Piece[]): number {
  if (wordlist.includes(letters.toLowerCase())) return Math.min(sumOf(pieces), powerOfWord)
  return pieces.some(({ unexplained }) => unexplained) ? Math.min(sumOf(pieces), mostPerRun) : sumOf(pieces)
}

/** A list by the alphabet: its first word is as likely as its last. */
const powerOfWord = Math.log10(wordlist.length)

function piecesOf(match: Match & { readonly guesses?: number; readonly dictionaryName?: string }): readonly Piece[] {
  const { i, token, pattern, dictionaryName, guesses = 1 } = match
  if (pattern !== 'bruteforce' && pattern !== 'separator') {
    const power = pattern === 'dictionary' && dictionaryName === 'words' ? powerOfWord : Math.log10(guesses)
    return [{ from: i, power, unexplained: false }]
  }
  // What no list and no habit explains: letters by 26, digits by ten, signs by thirty, and spaces, which anybody takes, by nothing.
  return [...token.matchAll(/[\p{L}\p{M}]+|\p{N}+|[^\s]/gu)].map(({ 0: run, index }) => {
    const each = /^[\p{L}\p{M}]/u.test(run) ? 26 : /^\p{N}/u.test(run) ? 10 : 30
    return { from: i + index, power: [...run].length * Math.log10(each), unexplained: true }
  })
}
