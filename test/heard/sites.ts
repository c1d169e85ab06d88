import type { PreviewLinkRequest, PreviewLinkView } from '../../src/api/review.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
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

/**
 * Starts a journey's server, with a studio account. `inbox` has four enquiries and a link to a preview, `answers` twelve
 * of this day with answers to count.
 */
export async function startSite(site: JourneySite): Promise<HeardSite> {
  const { url, data, stop } = await startServer(createSiteOptions(site));
  if (site === 'answers') await fillAnswers(data);
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

/** Stores valuations of two sites and two campaigns, with the tax status of their boats, and one without an answer. */
async function fillAnswers(data: string): Promise<void> {
  const [trevarrow, solent] = ['www.trevarrow.example', 'solent.trevarrow.example'];
  const groups = [
    { count: 6, domain: trevarrow, campaign: 'spring-boats', tax: 'tax-paid' },
    { count: 3, domain: trevarrow, campaign: 'boat-show', tax: 'tax-not-paid' },
    { count: 2, domain: solent, campaign: 'spring-boats', tax: 'tax-not-paid' },
    { count: 1, domain: solent, campaign: undefined, tax: null },
  ];
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  for (const { count, domain, campaign, tax } of groups)
    for (let number = 0; number < count; number++)
      await store?.accept(
        createEntry({
          domain,
          enquiryType: 8,
          receivedAt: Date.now(),
          values: { enquiry_type: 8, tax_paid_status: tax },
          ...(campaign !== undefined && { campaign: { campaign } }),
        }),
      );
  await store?.close();
}
