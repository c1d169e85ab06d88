import { foreignContent, foreignDocuments } from '../charter/foreign-enquiries.ts';
import type { ServerOptions } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { rareSite } from '../widgets/rare-site.ts';
import type { Site } from './journey.ts';

/** Returns the options of a journey's server, with a studio account. */
export function siteOf(site: Site): ServerOptions {
  const env = { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_STUDIO_PASSWORD: studioPassword };
  if (site === 'rare') return { env, ...rareSite() };
  return site === 'foreign' ? { env, documents: foreignDocuments(), content: foreignContent() } : { env };
}
