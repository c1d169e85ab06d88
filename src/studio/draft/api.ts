import type { ExampleSituation } from '#engine/check/index.ts';
import type { ScenarioSituation } from '#engine/check/scenarios/index.ts';
import type { Change, Patch } from '#engine/editing/index.ts';
import type { Sentence } from '#engine/rules/sentences/index.ts';
import type { AuthView, SignedInPerson } from '../../api/people.ts';
import type {
  ArrivalsView,
  CapacityView,
  ChangeAnswer,
  DraftView,
  DryRunView,
  EnteredQuery,
  ExpectationView,
  PageOffers,
  PresentPerson,
  PreviewQuery,
  PreviewView,
  ReasonsView,
  RuleChoices,
  RuleChoicesQuery,
  RuleEffect,
  RuleView,
  RuleWatchView,
  SituationView,
} from '../../api/studio.ts';
import { fetchFromStudio, readStudioResponse, requestJson } from '../ui/ask/request.ts';

/**
 * Ends the session on the server. Ignores the status of the answer.
 * @throws Unanswered if there is no answer
 */
export async function signOut(): Promise<void> {
  await fetchFromStudio('sign-out', { method: 'POST', body: {} });
}

/**
 * Loads the signed-in person.
 * @throws SignedOut, Unanswered
 */
export function loadMe(): Promise<SignedInPerson> {
  return requestJson<SignedInPerson>('me', { method: 'GET' });
}

/**
 * Loads the settings of the sign-in pages, and the person who is already signed in, if any.
 * @throws Unanswered
 */
export function loadAuthView(): Promise<AuthView> {
  return requestJson<AuthView>('door', { method: 'GET' });
}

/**
 * Loads everything that the studio needs to open.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadDraft(): Promise<DraftView> {
  return requestJson<DraftView>('draft', { method: 'GET' });
}

/**
 * Replaces a damaged draft by the part of it that can be read. Does nothing if the draft is intact. Only
 * owners may do this.
 * @throws SignedOut, NotAllowed, StoreFull, NoDraft, Unanswered
 */
export async function repairDraft(): Promise<void> {
  await requestJson('draft/mend', { method: 'POST' });
}

/**
 * Loads the number of enquiries of the last seven days by type, within the scope of the person. Types without
 * enquiries are absent.
 * @throws SignedOut, Unanswered
 */
export function loadArrivals(): Promise<ArrivalsView> {
  return requestJson<ArrivalsView>('arrivals', { method: 'GET' });
}

/**
 * Loads how many enquiries of a type count towards its capacity, within the scope of the person.
 * @param query The parameters `type`, an id, and `since`, a day.
 * @throws SignedOut, Unanswered
 */
export function loadCapacity(query: string): Promise<CapacityView> {
  return requestJson<CapacityView>(`capacity?${query}`, { method: 'GET' });
}

/**
 * Sends a change of the draft. A refusal or a conflict is returned and not thrown.
 * @throws SignedOut, NotAllowed, StoreFull, NoDraft, Unanswered
 */
export async function sendChange(request: {
  readonly draft: string;
  readonly by: string;
  readonly change: Change;
}): Promise<ChangeAnswer> {
  const response = await fetchFromStudio('changes', { method: 'POST', body: request });
  // The HTTP server refuses these before the studio's routes run: a body that is too large or is not JSON.
  if (response.status === 413) return { kind: 'refused', reason: 'too-large' };
  const reason = response.status === 403 ? await readScopeRefusal(response.clone()) : undefined;
  if (reason !== undefined) return { kind: 'refused', reason };
  if (response.status !== 400) return readStudioResponse(response);
  const answer = (await response.json()) as ChangeAnswer;
  return answer.kind === 'refused' ? answer : { kind: 'refused', reason: 'no-change' };
}

/** Reads the body, and returns why it refuses a change outside the scope of the person. Undefined for another refusal. */
async function readScopeRefusal(response: Response): Promise<'outside-reach' | 'needs-owner' | undefined> {
  const { error, needs } = Object(await response.json().catch(() => undefined)) as {
    readonly error?: unknown;
    readonly needs?: unknown;
  };
  if (error !== 'outside-reach') return undefined;
  return needs === 'owner' ? 'needs-owner' : error;
}

/**
 * Reports the address (`place`) that an open page shows. `page` is the id of that page.
 * @throws SignedOut, Unanswered
 */
export async function sendPresence(person: Pick<PresentPerson, 'page' | 'place'>): Promise<void> {
  await requestJson('presence', { method: 'POST', body: person });
}

/**
 * Decides a collision of the draft with a version that went live: the current value of the draft stays. Does
 * nothing if it is decided already.
 * @param id The id of the change that is discarded.
 * @throws SignedOut, NotAllowed, StoreFull, NoDraft, Unanswered
 */
export async function resolveCollision(id: string): Promise<void> {
  await requestJson('settle', { method: 'POST', body: { id } });
}

/**
 * Loads a form of the draft, or of the version that the query names, as a page contains it, in its initial
 * state. The answer is of kind `no-form` if it does not compile or the site is unknown, and `no-situation` if
 * its example cannot be shown.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadPreview(query: PreviewQuery): Promise<PreviewView> {
  return requestJson<PreviewView>(`preview?${toPreviewSearch(query)}`, { method: 'GET' });
}

/**
 * Loads a form as `loadPreview` does, with patches that the draft does not have.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadChangedPreview(query: PreviewQuery, patches: readonly Patch[]): Promise<PreviewView> {
  return requestJson<PreviewView>('preview', { method: 'POST', body: { query, patches } });
}

/**
 * Loads the rules as sentences. Null if there is no form or content to take names from.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadRules(): Promise<readonly RuleView[] | null> {
  return requestJson('rules', { method: 'GET' });
}

/**
 * Loads the facts and names that a rule can use. Null if there is no form or content to take names from, or
 * if the rule is malformed.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadRuleChoices(asked: RuleChoicesQuery): Promise<RuleChoices | null> {
  return requestJson('rule-choices', { method: 'POST', body: asked });
}

/**
 * Loads the changes that removing a rule would cause in an example situation. Null if the draft does not
 * compile, or if the example names something that the draft no longer contains.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadRuleEffect(rule: string, example: ExampleSituation): Promise<RuleEffect | null> {
  return requestJson('rule-effect', { method: 'POST', body: { rule, example } });
}

/**
 * Loads scenarios that fail if a rule stops working. Null if the draft does not compile.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadRuleWatch(
  rule: string,
  example: ExampleSituation | undefined,
): Promise<RuleWatchView | null> {
  return requestJson('rule-watch', { method: 'POST', body: { rule, example } });
}

/**
 * Loads a sentence for each situation, in the same order. Null if there is no form or content to take names
 * from, or if a situation names something that does not exist.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadSituations(on: readonly ScenarioSituation[]): Promise<readonly Sentence[] | null> {
  return requestJson('situations', { method: 'POST', body: { on } });
}

/**
 * Loads the reasons for the state of a preview, as sentences. Null if the preview has no form.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadReasons(asked: EnteredQuery): Promise<ReasonsView | null> {
  return requestJson('reasons', { method: 'POST', body: asked });
}

/**
 * Loads the enquiry types that each page offers in the draft. Null if the draft does not compile.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadOffers(): Promise<readonly PageOffers[] | null> {
  return requestJson('offers', { method: 'GET' });
}

/**
 * Loads one situation for each way in which the form of a type can look, the most usual first, at most 12.
 * Null if the draft does not compile.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadDifferingSituations(type: string): Promise<readonly SituationView[] | null> {
  return requestJson(`differing?${new URLSearchParams({ type })}`, { method: 'GET' });
}

/**
 * Loads the state of a preview as the expectation of a scenario. Null if the preview has no form.
 * @throws SignedOut, NoDraft, Unanswered
 */
export function loadExpectation(asked: EnteredQuery): Promise<ExpectationView | null> {
  return requestJson('expectation', { method: 'POST', body: asked });
}

/**
 * Loads the result of the latest dry run in this session. Null if there was none or its submission was not
 * accepted.
 * @throws SignedOut, NotAllowed, Unanswered
 */
export function loadDryRun(): Promise<DryRunView | null> {
  return requestJson('rehearsal', { method: 'GET' });
}

/** Returns the query string of a preview, without `?`. Empty values are omitted. */
export function toPreviewSearch({ example, ...query }: PreviewQuery): string {
  const entries = Object.entries({ ...query, example: example ? JSON.stringify(example) : '' });
  const parameters = entries.map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(parameters.filter(([, value]) => value !== '')).toString();
}
