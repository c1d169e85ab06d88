import type { Form, Site } from '#engine';
import type { JudgePlan } from '#engine/check/index.ts';
import type { SiteContent } from '#engine/compare/index.ts';
import { CommandError } from '../../command/io.ts';
import { checkPresetQueries, checkPresetRefusals } from '../preset/conformance-checks.ts';
import { type Caller, ConformanceAbortedError } from './call.ts';
import { checkLimits } from './checks/limits.ts';
import { checkRequests, checkSends } from './checks/operations.ts';
import { checkOrigins } from './checks/origins.ts';
import { checkRefusals } from './checks/refusals.ts';
import { type AcceptedEnquiry, checkRepeats } from './checks/repeats.ts';
import { checkUploads } from './checks/uploads.ts';
import { buildTestEnquiries, findUploadField } from './enquiries.ts';
import { type RequirementCode, requirements } from './requirements.ts';
import {
  type BackEndEndpoints,
  type ConformanceResults,
  type ConformanceSession,
  createConformanceSession,
} from './session.ts';

export interface ConformanceOptions {
  readonly form: Form;
  readonly judge: JudgePlan;
  readonly content: SiteContent;
  readonly site: Site;
  readonly endpoints: BackEndEndpoints;
  readonly caller: Caller;
  /** True to check the rate limit as well, which sends requests until one is refused. */
  readonly withLimits: boolean;
  /** An ISO date. */
  readonly today: string;
}

/** The maximal number of requests, without those that check the rate limit. */
export const maxConformanceRequests = 90;

/**
 * Checks a back end against every requirement of docs/own-back-end.md. If the back end stops answering during
 * the check, returns the results up to that point.
 * @throws CommandError If the check ends before the first result, for example because the back end does not
 * answer at all, or if no example of the form suits the site.
 */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceResults> {
  const { form, site, endpoints, caller } = options;
  const fallback = form.settings.fallbackLocale;
  const locales = [fallback, ...Object.keys(form.texts).filter((locale) => locale !== fallback)];
  const { session, results } = createConformanceSession({ form, site, endpoints, locales }, caller);
  try {
    await runAllChecks(session, options, fallback);
    return results;
  } catch (error) {
    const isNothingKnown = results.held.size + results.breaches.size === 0;
    if (!(error instanceof ConformanceAbortedError) || isNothingKnown) throw error;
    skipRemainingRequirements(session, 'the run ended before');
    const last = caller.getLastExchange();
    return { ...results, brokenOff: { reason: error.message, ...(last && { last }) } };
  }
}

/**
 * Runs the checks one after the other and records the results in the session. Checks for which no enquiry is
 * accepted, and those of the rate limit without `withLimits`, are recorded as skipped. Throws `CommandError`
 * if no enquiry can be built.
 * @param locale The language of the test enquiries.
 */
async function runAllChecks(
  session: ConformanceSession,
  options: ConformanceOptions,
  locale: string,
): Promise<void> {
  const { site, caller, withLimits } = options;
  const fetched = await checkPresetQueries(session);
  const enquiries = buildTestEnquiries({ ...options, fetched, locale });
  if (enquiries.length === 0)
    throw new CommandError(
      `Cannot make an enquiry for ${site.domain}: no type of the form can be sent there with its example; name the content with --content, and another site with --domain`,
    );
  const taken = await checkSends(session, enquiries);
  // Prefers a type without files, which is the simplest.
  const first = taken.find(({ enquiry }) => findUploadField(enquiry) === undefined) ?? taken[0];
  if (first === undefined) skipRemainingRequirements(session, 'no enquiry is accepted');
  else await checkWithAcceptedEnquiry(session, first, taken);
  if (first && withLimits) await checkLimits(session, first.enquiry, caller);
  if (!withLimits)
    session.skip(['limit', 'retry-after'], 'only with --limits, because it blocks this machine for a while');
}

/**
 * Runs the checks that need an enquiry that the back end has accepted.
 * @param first The enquiry for all checks except those of uploads.
 * @param allAccepted Among these, uploads are checked with the type that permits the fewest files.
 */
async function checkWithAcceptedEnquiry(
  session: ConformanceSession,
  first: AcceptedEnquiry,
  allAccepted: readonly AcceptedEnquiry[],
): Promise<void> {
  const { enquiry } = first;
  await checkRequests(session, enquiry);
  await checkRefusals(session, enquiry);
  await checkPresetRefusals(session, enquiry);
  await checkRepeats(session, first);
  const photos = allAccepted
    .map((one) => one.enquiry)
    .filter((one) => findUploadField(one) !== undefined)
    .toSorted((one, other) => getFileLimit(one) - getFileLimit(other))[0];
  const without = findUploadField(enquiry) === undefined ? enquiry : undefined;
  const target = photos && (await checkUploads(session, { enquiry: photos, without }));
  if (!photos) session.skip(listSectionCodes('uploads'), 'no accepted type has a field for files');
  await checkOrigins(session, target);
}

/** Returns the maximum number of files of the first field for files; infinity if there is no limit. */
function getFileLimit(enquiry: AcceptedEnquiry['enquiry']): number {
  return findUploadField(enquiry)?.limits?.count ?? Number.POSITIVE_INFINITY;
}

/** Records that all requirements without a result were not checked. */
function skipRemainingRequirements(session: ConformanceSession, why: string): void {
  session.skip(Object.keys(requirements) as RequirementCode[], why);
}

/** Returns the requirements of a section of docs/own-back-end.md. */
function listSectionCodes(section: string): readonly RequirementCode[] {
  return (Object.keys(requirements) as RequirementCode[]).filter(
    (code) => requirements[code].section === section,
  );
}
