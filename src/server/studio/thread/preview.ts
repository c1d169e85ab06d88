import type { Plan, Situation } from '#engine';
import { resolvePiped } from '#engine/resolve/piping.ts';
import { applyConditions } from '#widgets/validators/conditional-fields.ts';
import type { EnteredQuery, PreviewQuery, PreviewView } from '../../../api/studio.ts';
import { toVisitSituation } from '../../forms/content/visit.ts';
import { createOpeningForm } from '../../forms/pages/opening-form.ts';
import { createPreviewVisit, type PreviewVisit } from '../preview-visit.ts';
import { getPreviewSources, type LoadedDraft } from './loaded-draft.ts';

/**
 * The visit of a preview, or the reason why its example cannot be visited. Neither if the draft does not
 * compile, or the content has no such site.
 */
interface OpenedPreview {
  readonly visited?: PreviewVisit | undefined;
  readonly exampleError?: string;
}

/** Creates the visit of a preview. An error in the example is not thrown, but becomes `exampleError`. */
export function openPreview(draft: LoadedDraft, query: PreviewQuery, now: number): OpenedPreview {
  const sources = getPreviewSources(draft);
  if (sources === undefined) return {};
  return catchExampleError(() => ({ visited: createPreviewVisit(sources, query, now) }));
}

/**
 * Returns the data with which a preview renders its form, or why there is no form: `no-situation` if the
 * example refers to something that does not exist; `no-form` if the draft does not compile or the content has
 * no such site.
 * @param asked `runtime` is the URL of the module that validators import.
 */
export function renderDraftPreview(
  draft: LoadedDraft,
  { query, runtime, now }: { readonly query: PreviewQuery; readonly runtime: string; readonly now: number },
): PreviewView {
  const { version, ready } = draft;
  const { visited, exampleError } = openPreview(draft, query, now);
  if (exampleError !== undefined) return { kind: 'no-situation', version, reason: exampleError };
  if (ready === undefined || visited === undefined) return { kind: 'no-form', version };
  const { visit, entered } = visited;
  const opened = catchExampleError(() => createOpeningForm(ready, visit, { validatorRuntime: runtime }));
  if ('exampleError' in opened) return { kind: 'no-situation', version, reason: opened.exampleError };
  const { view } = opened;
  const search = formatPreviewQuery(query);
  const { theme } = visit.page.site;
  return {
    kind: 'form',
    version,
    form: {
      ...view,
      validators: view.validators.replace('/forms/', '/studio/forms-of-draft/'),
      section: {
        ...view.section,
        endpoints: {
          graphql: `/studio/preview/graphql?${search}`,
          contactUpload: `/studio/preview/upload?${search}`,
        },
      },
    },
    entered,
    ...(theme !== undefined && { theme }),
  };
}

/**
 * Returns the result of `createView`, or the message of the error that it throws. An example comes from an
 * address and may contain anything, so its author gets the message.
 */
function catchExampleError<View>(createView: () => View): View | { readonly exampleError: string } {
  try {
    return createView();
  } catch (error) {
    return { exampleError: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the query as the parameters of a URL, without `?`. The example is JSON in one parameter. */
function formatPreviewQuery({ example, ...query }: PreviewQuery): string {
  const exampleParameter = example && { example: JSON.stringify(example) };
  return new URLSearchParams({ ...query, ...exampleParameter } as Record<string, string>).toString();
}

/**
 * Returns the situation and the plan of a preview. Undefined if the draft does not compile, the content has
 * no such site, or the example cannot be visited.
 * @param asked `entered` are the entered values; absent: those at the start of the preview.
 */
export function resolvePreview(
  draft: LoadedDraft,
  { query, entered }: EnteredQuery,
  now: number,
): { readonly situation: Situation; readonly plan: Plan } | undefined {
  const { visited } = openPreview(draft, query, now);
  const { ready } = draft;
  if (!visited || !ready) return undefined;
  const situation = toVisitSituation(ready.form, visited.visit, entered ?? visited.entered);
  const plan = resolvePiped(ready.form, situation);
  return {
    situation,
    plan: plan.type ? applyConditions(plan, ready.compiledOf(plan.type).validators) : plan,
  };
}
