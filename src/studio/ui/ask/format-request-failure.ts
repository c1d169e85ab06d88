import { type FormatMessage, isStudioMessageKey } from '../messages.ts';
import type { RequestFailure } from './request.ts';

/**
 * Returns the sentence for a failure. A failure without a sentence of its own is reported as an unreachable
 * server.
 */
export function formatRequestFailure(trouble: RequestFailure, say: FormatMessage): string {
  switch (trouble.error) {
    case 'not-allowed':
      return say('trouble.not-allowed', { role: say(`role.${trouble.needs}`) });
    case 'outside-reach':
      if (trouble.needs !== undefined)
        return say('trouble.not-allowed', { role: say(`role.${trouble.needs}`) });
      return say('trouble.outside-reach', { what: trouble.outside.join(', ') });
    case 'bad-block':
      return say(`trouble.bad-block.${trouble.wanted}`);
    case 'too-many-requests':
      return say('trouble.wait', { time: formatWait(trouble.retryAfterS, say) });
    case 'weak-password':
      return say(`trouble.password.${trouble.reason}`);
    case 'bad-request':
      if (trouble.field === 'search' && 'most' in trouble && trouble.most !== undefined)
        return say('desk.search-long', { most: trouble.most });
      return say('trouble.bad-request', { reason: trouble.message });
    case 'too-many':
      return say('trouble.too-many', { most: trouble.most });
    case 'no-draft':
    case 'not-readable':
      return say(`trouble.${trouble.error}`, { reason: trouble.message });
    case 'token-ended':
    case 'unknown-token':
    case 'foreign':
      return say('trouble.foreign');
    default: {
      const key = `trouble.${trouble.error}`;
      return say(isStudioMessageKey(key) ? key : 'trouble.unreachable');
    }
  }
}

/**
 * Formats a waiting time, rounded up: `formatWait(70, say) // '2 minutes'`. Seconds up to 60, minutes up to
 * 3600 seconds, else hours.
 */
function formatWait(seconds: number, say: FormatMessage): string {
  if (seconds <= 60) return say('time.seconds', { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds <= 3600) return say('time.minutes', { count: Math.ceil(seconds / 60) });
  return say('time.hours', { count: Math.ceil(seconds / 3600) });
}
