import { foreignContent, foreignDocuments } from '../charter/foreign-enquiries.ts';
import type { ServerOptions } from '../support/server.ts';
import { rareSite } from '../widgets/rare-site.ts';
import type { Site } from './journey.ts';

/** What the server of a journey is started with. */
export function siteOf(site: Site): Pick<ServerOptions, 'documents' | 'content'> {
  if (site === 'rare') return rareSite();
  return site === 'foreign' ? { documents: foreignDocuments(), content: foreignContent() } : {};
}
