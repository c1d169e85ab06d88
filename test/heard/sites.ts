import { createForeignContent, createForeignDocuments } from '../charter/foreign-enquiries.ts';
import type { ServerOptions } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createRareSite } from '../widgets/rare-site.ts';
import type { JourneySite } from './journey.ts';

/** Returns the options of a journey's server, with a studio account. */
export function createSiteOptions(site: JourneySite): ServerOptions {
  const env = { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_STUDIO_PASSWORD: studioPassword };
  if (site === 'rare') return { env, ...createRareSite() };
  return site === 'foreign'
    ? { env, documents: createForeignDocuments(), content: createForeignContent() }
    : { env };
}
