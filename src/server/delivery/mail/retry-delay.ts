import type { MailSettings } from '../../platform/config/settings.ts';

/**
 * Returns the delay after a failed attempt, in whole milliseconds. It grows with each attempt up to
 * `longestDelayMs`, and is then made shorter or longer at random, by at most the share `jitter`, so that
 * mails that failed together are not all retried at the same moment. A full mailbox or a block list is
 * temporary, so only the answer that an address does not exist ends the attempts at once.
 * @param tries The number of attempts so far, at least 1.
 * @param random From 0 to 1.
 */
export function getRetryDelay({
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
