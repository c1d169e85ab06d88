import {
  type Form,
  type Json,
  type Plan,
  type Problem,
  problemMessage,
  resolve,
  toSituation,
  type Values,
} from '#engine';
import { provideNestedFields } from '#widgets/nested/load-nested-fields.ts';
import * as inside from '#widgets/nested/nested-fields.ts';
import { judgeAsSent } from '../../src/contact/judge-as-sent.ts';
import { addProblemMessage } from '../../src/server/enquiries/judge/add-problem-message.ts';
import { judgeSubmission } from '../../src/server/enquiries/judge/judge-submission.ts';

import { negotiateLocale } from '../../src/server/forms/content/negotiate-locale.ts';
import { toUtcDay } from '../../src/server/forms/content/visit.ts';
import type { CompiledForm } from '../../src/server/forms/documents/compiled-form.ts';
import { createOpeningForm } from '../../src/server/forms/pages/opening-form.ts';
import { getFutureEventTitles } from '../../src/server/yard/content/event-titles.ts';
import type { DrawnPage } from './drawn-pages.ts';
import type { WireVariables } from './wire.ts';

// A page provides this before it hydrates a form whose type needs it.
provideNestedFields(inside);

export interface ShownProblem {
  readonly field: string;
  readonly code: Problem['code'];
  readonly message: string;
}

/** The result of one side for a submission; valid without problems. */
export interface SideResult {
  readonly problems: readonly ShownProblem[];
  /** Effective values by field; empty ones are absent. */
  readonly values: Readonly<Record<string, Json>>;
}

/** The result of a page, with the variables that it would send. */
export interface BrowserResult extends SideResult {
  readonly variables: WireVariables;
}

/**
 * Opens a page as a browser does, from the data in its response. Returns a function that validates entered
 * values. Undefined if the page shows no form. Event titles are those of the time of sending.
 */
export function openBrowserSide(
  ready: CompiledForm,
  drawn: DrawnPage,
): ((entered: Values) => BrowserResult) | undefined {
  const { page, content, locale, drawnAt, sentAt } = drawn;
  const { view } = createOpeningForm(
    ready,
    { page, content, locale, today: toUtcDay(drawnAt) },
    { validatorRuntime: '/runtime.js' },
  );
  const { isShown, section, placement } = asItTravels(view);
  if (!isShown) return undefined;
  const titles =
    section.futureEventTitles ?? getFutureEventTitles(content, page.site.domain, toUtcDay(sentAt));
  const inputs = {
    ...section,
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
    validators: { load: () => Promise.reject(new Error('Nothing is loaded here')) },
  };
  return (entered) => {
    const situation = toSituation({ ...inputs, entered, eventTitles: { state: 'ready', titles } });
    const { type: current } = resolve(section.form, situation);
    // A page gets its validators from the server, which compiles the whole schema.
    const type = ready.form.types.find(({ key }) => key === current?.key);
    if (type === undefined) throw new Error('Cannot judge: a form is shown, but no type is offered');
    const { validators } = ready.compiledOf(type);
    const { plan, problems, variables } = judgeAsSent(section.form, situation, validators);
    return {
      problems: problems.map((problem) => toShownProblems(section.form, plan, problem)),
      values: plan.values,
      variables,
    };
  };
}

function toShownProblems(form: Form, plan: Plan, problem: Problem): ShownProblem {
  return { field: problem.field, code: problem.code, message: problemMessage(form, plan, problem) };
}

/** The server's source of the situation: the ticket, else the page's address, else only the site's domain. */
export type SituationEvidence = 'ticket' | 'address' | 'domain';

const origin = 'https://www.example.com';

/** Returns the result of the server for values by field, as they arrived. */
export async function judgeOnServer(
  ready: CompiledForm,
  { page, content, locale, drawnAt, sentAt }: DrawnPage,
  { values, evidence }: { readonly values: Values; readonly evidence: SituationEvidence },
): Promise<SideResult> {
  const { texts, settings } = ready.form;
  const textLocale = negotiateLocale({
    header: locale,
    locales: Object.keys(texts),
    fallback: settings.fallbackLocale,
  });
  const verdict = await judgeSubmission({
    domain: page.site.domain,
    submissionUrl: `${evidence === 'domain' ? 'https://partner.example' : origin}${page.path}?from=mail#form`,
    values,
    ready,
    content,
    ...(evidence === 'ticket' && { ticket: { path: page.path, issuedAt: drawnAt } }),
    locale: textLocale,
    origins: [origin],
    photos: { findUnusable: async () => [] },
    now: sentAt,
  });
  if (verdict.isGood) return { problems: [], values: verdict.judgement.plan.values };
  const { plan, problems } = verdict;
  return {
    problems: problems.map((problem) => {
      const { message } = addProblemMessage(problem, { form: ready.form, locale: textLocale, plan });
      return { field: problem.field, code: problem.code, message };
    }),
    values: plan?.values ?? {},
  };
}

function asItTravels<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
