import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { typeField } from '#engine';
import { problemCodes } from '#engine/types.ts';
import type { FigureReport } from '../../contact/figures/figure-report.ts';
import { type Content, pageAt } from '../content/content.ts';
import { asksNotToBeCounted, type CountedStep } from '../figures/count-figures.ts';
import { readFiguresPass } from '../figures/figures-pass.ts';
import type { HttpDependencies } from './dependencies.ts';
import { sendRefusal } from './refusals.ts';

/** Longest body of a report: a pass, and three names. */
const maxBodyBytes = 4096;

/** `POST /api/figures` (docs/contract.md, "Figures"). What is not counted is answered alike: nobody learns by it what is. */
export function figuresRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/api/figures', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!isReport(request.body))
      return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
    if (asksNotToBeCounted(request.headers) || isForeign(request)) return done(reply);
    const { limits, now, figures } = dependencies;
    const grant = limits.takeFigure({ address: request.ip, now: now() });
    if (!grant.isGranted) {
      const { retryAfterS } = grant;
      return sendRefusal(request, reply, { code: 'too-many-requests', retryAfterS }, dependencies);
    }
    const step = await stepOf(request.body, dependencies);
    if (step) figures.count(step);
    return done(reply);
  });
}

function done(reply: FastifyReply): FastifyReply {
  return reply.code(204).send();
}

/** Only our own pages report (Fetch Metadata Request Headers, "Sec-Fetch-Site"). */
function isForeign({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site } = headers;
  return site !== undefined && site !== 'same-origin';
}

/** What is to be counted; undefined where the report is of no page, type or field of ours, or of a page that was drawn too long ago. */
async function stepOf(
  { pass, type: key, step, field, code }: FigureReport,
  { forms, content, settings, figuresKey, now }: HttpDependencies,
): Promise<CountedStep | undefined> {
  const note = readFiguresPass(pass, figuresKey);
  if (note === undefined || now() - Date.parse(note.day) > 2 * settings.ticket.maxAgeMs) return undefined;
  const ready = await forms.find(note.formHash);
  const type = ready?.form.types.find((one) => one.key === key);
  const site = siteAt(content(), note.path);
  const top = field?.split('/')[0];
  const isOfField = top === undefined || top === typeField || type?.fields.some(({ name }) => name === top);
  if (!type || !site || !isOfField) return undefined;
  const { share } = settings.figures;
  return {
    ...{ site, type, step },
    ...(share > 0 && { weight: 1 / share }),
    ...(field !== undefined && { field }),
    ...(code !== undefined && { code }),
  };
}

function siteAt(content: Content, path: string) {
  return pageAt(content, path)?.site;
}

const steps: readonly FigureReport['step'][] = ['began', 'met', 'left', 'returned', 'changed'];
const codes: readonly string[] = problemCodes;

/** A report, and nothing besides. */
function isReport(body: unknown): body is FigureReport {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { pass, type, step, field, code, ...rest } = body as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length > 0 || typeof pass !== 'string' || typeof type !== 'string') return false;
  if (!steps.some((one) => one === step)) return false;
  if (step !== 'met') return code === undefined && (field === undefined || isFieldStep(step, field));
  return typeof field === 'string' && codes.includes(String(code));
}

/** Of leaving and coming back alone it is told where. */
function isFieldStep(step: unknown, field: unknown): boolean {
  return (step === 'left' || step === 'returned') && typeof field === 'string';
}
