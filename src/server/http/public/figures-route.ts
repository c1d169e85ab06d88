import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Form, typeField } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { problemCodes } from '#engine/model/types.ts';
import type { FigureReport, ReportedStep } from '../../../contact/send/figure-report.ts';
import { type CountedStep, hasOptedOut } from '../../enquiries/figures/count-figures.ts';
import { readFiguresToken } from '../../enquiries/figures/figures-token.ts';
import type { Content } from '../../forms/content/content.ts';
import { findTicketPage } from '../../forms/content/hosted-page.ts';
import type { FiguresSettings } from '../../platform/config/settings.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendRefusal } from '../refusals.ts';

/** Maximum bytes of a report: a credential, and three names per step. */
const maxBodyBytes = 16_384;

/**
 * Adds `POST /api/figures` (docs/contract.md, "Figures"). Malformed reports get 400, too many 429. All others
 * get 204, also those that are not counted, so that the answer reveals nothing.
 */
export function addFiguresRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/api/figures', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!isReport(request.body, dependencies.settings.figures))
      return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
    if (hasOptedOut(request.headers) || isCrossOrigin(request)) return sendNoContent(reply);
    const { limits, now, figures } = dependencies;
    const grant = await limits.consumeFigures({
      address: request.ip,
      count: request.body.steps.length,
      now: now(),
    });
    if (!grant.isGranted) {
      const { retryAfterS } = grant;
      return sendRefusal(request, reply, { code: 'too-many-requests', retryAfterS }, dependencies);
    }
    for (const step of await readCountedSteps(request.body, dependencies)) figures.count(step);
    return sendNoContent(reply);
  });
}

/** Sends 204. */
function sendNoContent(reply: FastifyReply): FastifyReply {
  return reply.code(204).send();
}

/**
 * Returns true if the browser says that the report is not from this origin ("Sec-Fetch-Site"); false without
 * that header.
 */
function isCrossOrigin({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site } = headers;
  return site !== undefined && site !== 'same-origin';
}

/**
 * Returns the steps of a report that count, each with its site and its weight. Empty if the credential is
 * invalid or too old, or if its page or its form is unknown. Steps of unknown types or fields are left out.
 */
async function readCountedSteps(
  { pass, steps }: FigureReport,
  { forms, content, settings, figuresKey, now }: HttpDependencies,
): Promise<readonly CountedStep[]> {
  const token = readFiguresToken(pass, figuresKey);
  if (token === undefined || now() - Date.parse(token.day) > 2 * settings.ticket.maxAgeMs) return [];
  const ready = await forms.find(token.formHash);
  const site = findSiteOfPath(content(), token.path);
  if (!ready || !site) return [];
  const { share } = settings.figures;
  const visit = { site, ...(share > 0 && { weight: 1 / share }) };
  return steps.flatMap((step) => toCountedSteps(step, ready.form).map((one) => ({ ...visit, ...one })));
}

/**
 * Returns the steps to count for a reported one; none if a type or the field is unknown, or if the type
 * changed to itself. If the visitor has changed the type, the former type (`after`) also gets the step
 * `changed`, so that it does not count as abandoned.
 */
function toCountedSteps(
  { type: key, step, after, field, code }: ReportedStep,
  { types }: Pick<Form, 'types'>,
): readonly Omit<CountedStep, 'site' | 'weight'>[] {
  /** Returns the type with a key; undefined if there is none. */
  const findType = (wanted: string) => types.find((one) => one.key === wanted);
  const type = findType(key);
  const top = field?.split('/')[0];
  const isOfField = top === undefined || top === typeField || type?.fields.some(({ name }) => name === top);
  if (!type || !isOfField) return [];
  const done = { type, step, ...(field !== undefined && { field }), ...(code !== undefined && { code }) };
  if (after === undefined) return [done];
  const former = after === key ? undefined : findType(after);
  return former ? [{ type: former, step: 'changed' }, done] : [];
}

/** Returns the site of the page at a path; undefined if there is no such page. */
function findSiteOfPath(content: Content, path: string) {
  return findTicketPage(content, path)?.site;
}

const knownCodes: readonly string[] = problemCodes;

/**
 * Returns true for a valid report. Unknown members, an invalid step, no steps, and more than `mostSteps` are
 * invalid.
 */
function isReport(body: unknown, { mostSteps }: Pick<FiguresSettings, 'mostSteps'>): body is FigureReport {
  const { pass, steps, ...rest } = asObject(body);
  if (Object.keys(rest).length > 0 || typeof pass !== 'string' || !Array.isArray(steps)) return false;
  return steps.length > 0 && steps.length <= mostSteps && steps.every(isStep);
}

/**
 * Returns true for a step that a browser may report (`began`, `left`, `returned` or `met`) with only the
 * members of its kind. `met` needs a field and a known problem code.
 */
function isStep(given: unknown): given is ReportedStep {
  const { type, step, after, field, code, ...rest } = asObject(given);
  if (Object.keys(rest).length > 0 || typeof type !== 'string') return false;
  /** Returns true if all values are undefined. */
  const isNone = (...values: readonly unknown[]) => values.every((value) => value === undefined);
  const isTextOrNone = (value: unknown) => isNone(value) || typeof value === 'string';
  if (step === 'began') return isTextOrNone(after) && isNone(field, code);
  if (step === 'left' || step === 'returned') return isTextOrNone(field) && isNone(after, code);
  return step === 'met' && typeof field === 'string' && knownCodes.includes(String(code)) && isNone(after);
}
