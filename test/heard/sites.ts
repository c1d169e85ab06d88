import type { PreviewLinkRequest, PreviewLinkView } from '../../src/api/review.ts';
import { createForeignContent, createForeignDocuments } from '../charter/foreign-enquiries.ts';
import { sendEnquiry } from '../support/inbox.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import { createRareSite } from '../widgets/rare-site.ts';
import type { JourneySite } from './journey.ts';

/** A journey's server. */
export interface HeardSite extends Pick<RunningServer, 'url' | 'stop'> {
  /** Its path of a link to a preview. Only of `inbox`. */
  readonly preview?: string;
}

/** Starts a journey's server, with a studio account. `inbox` has four enquiries and a link to a preview. */
export async function startSite(site: JourneySite): Promise<HeardSite> {
  const { url, stop } = await startServer(createSiteOptions(site));
  return site === 'inbox' ? { url, stop, preview: await fillInbox(url) } : { url, stop };
}

function createSiteOptions(site: JourneySite): ServerOptions {
  const env = { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_STUDIO_PASSWORD: studioPassword };
  if (site === 'rare') return { env, ...createRareSite() };
  return site === 'foreign'
    ? { env, documents: createForeignDocuments(), content: createForeignContent() }
    : { env };
}

async function fillInbox(url: string): Promise<string> {
  const choice = { enquiry_type: 5, interested_in: 'sales' };
  await sendEnquiry(url, { name: 'Dee Pryor', message: 'I sell boats.', ...choice });
  for (const name of ['Ada Marsh', 'Ben Okafor', 'Cy Fell'])
    await sendEnquiry(url, { name, office_location: 1, message: 'She leaks a little.' });
  const owner = createStudioSession(url, { cookie: await signInTo(url) });
  const asked: PreviewLinkRequest = {
    query: { type: 'general', site: '204', placement: 'inline', locale: 'ar' },
    days: 3,
    isFrozen: false,
    acceptsComments: true,
  };
  const { address = url } = await owner.post<PreviewLinkView>('preview-links', asked);
  return new URL(address).pathname;
}
