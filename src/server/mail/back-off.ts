import type { MailSettings } from '../config/settings.ts';

/**
 * How long to wait after a failed attempt, in whole milliseconds. Longer after each, and varied, so that mails that
 * failed together do not all come back together. `tries` counts the attempts so far, `random` is from 0 to 1.
 */
export function backOff({
  tries,
  random,
  settings,
}: {
  readonly tries: number;
  readonly random: number;
  readonly settings: Pick<MailSettings, 'firstDelayMs' | 'delayFactor' | 'longestDelayMs' | 'jitter'>;
}): number {
  const { firstDelayMs, delayFactor, longestDelayMs, jitter } = settings;
  const delay = Math.min(longestDelayMs, firstDelayMs * delayFactor ** (tries - 1));
  return Math.round(delay * (1 + jitter * (2 * random - 1)));
}
