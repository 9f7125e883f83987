import { InvalidOptionError, type FeeRates, type FeeSpeed, type SpeedChoice } from '@portico/core'

/** In satoshi for each virtual byte: what nodes relay at the least, and what no endpoint or host may make a visitor pay. */
export const lowestFeeRate = 1
export const highestFeeRate = 1_000

/** How many blocks each choice is ready to wait; the first that the endpoint knows counts. */
const targets = { slow: [144, 504, 25], standard: [6, 5, 10], fast: [1, 2, 3] }

/** Three rates from an endpoint's estimates: never below what is relayed, never beyond all reason, and in order. */
export function feeRatesOf(estimates: ReadonlyMap<number, number>): FeeRates {
  const pick = (blocks: readonly number[]) => {
    const found = blocks.map((target) => estimates.get(target)).find((rate) => rate !== undefined) ?? lowestFeeRate
    return Math.min(highestFeeRate, Math.max(lowestFeeRate, Math.ceil(found * 100) / 100))
  }
  const slow = pick(targets.slow)
  const standard = Math.max(slow, pick(targets.standard))
  return { slow, standard, fast: Math.max(standard, pick(targets.fast)) }
}

/** A block's time on average, in seconds. */
const blockSeconds = 600
const speeds: readonly FeeSpeed[] = ['slow', 'standard', 'fast']

/** About how long each speed takes. One that pays as much as a faster one is as fast. */
export function speedsOf(estimates: ReadonlyMap<number, number>): readonly SpeedChoice[] {
  const rates = feeRatesOf(estimates)
  return speeds.map((speed) => {
    const fastest = speeds.findLast((other) => rates[other] === rates[speed]) ?? speed
    const blocks = targets[fastest].find((target) => estimates.has(target))
    return { speed, ...(blocks !== undefined && { seconds: blocks * blockSeconds }) }
  })
}

/** A speed that a host hands in. @throws InvalidOptionError */
export function checkSpeed(speed: FeeSpeed): FeeSpeed {
  if (!speeds.includes(speed)) throw new InvalidOptionError({ option: 'speed', problem: `expected one of ${speeds.join(', ')}` })
  return speed
}

/** A rate that a host hands in. @throws InvalidOptionError */
export function checkFeeRate(feeRate: number): number {
  const isRate = typeof feeRate === 'number' && feeRate >= lowestFeeRate && feeRate <= highestFeeRate
  if (!isRate)
    throw new InvalidOptionError({
      option: 'feeRate',
      problem: `expected ${lowestFeeRate} to ${highestFeeRate} satoshi for each virtual byte`,
    })
  return feeRate
}
