import type { Example } from '#engine/check/index.ts';
import type { Change } from '#engine/editing/index.ts';
import type { ScenarioSituation } from '#engine/scenarios/index.ts';
import type { Sentence } from '#engine/words/index.ts';
import type {
  ArrivalsView,
  AskedChoices,
  ChangeAnswer,
  DraftView,
  EnteredQuery,
  ExpectationView,
  PageOffers,
  Person,
  PreviewQuery,
  PreviewView,
  ReasonsView,
  RehearsalView,
  RuleChoices,
  RuleEffect,
  RuleView,
  SituationView,
} from './protocol.ts';
import type { DoorView, Me } from './protocol-people.ts';
import { answerOf, ask, reach } from './request.ts';

/** Ends the session. */
export async function signOut(): Promise<void> {
  await reach('sign-out', { method: 'POST', body: {} });
}

/** Whoever is signed in. @throws SignedOut, Unanswered */
export function loadMe(): Promise<Me> {
  return ask<Me>('me', { method: 'GET' });
}

/** What the door is like, and who has come in by it already. @throws Unanswered */
export function loadDoor(): Promise<DoorView> {
  return ask<DoorView>('door', { method: 'GET' });
}

/** Everything that the studio opens with. @throws SignedOut, NoDraft, Unanswered */
export function loadDraft(): Promise<DraftView> {
  return ask<DraftView>('draft', { method: 'GET' });
}

/** Has the server go on with what can be read of a draft that cannot be opened, for an owner. @throws SignedOut, NotAllowed, Unanswered */
export async function mendDraft(): Promise<void> {
  await ask('draft/mend', { method: 'POST' });
}

/** What arrived lately, by type. @throws SignedOut, Unanswered */
export function loadArrivals(): Promise<ArrivalsView> {
  return ask<ArrivalsView>('arrivals', { method: 'GET' });
}

/** Hands over a change. @throws SignedOut, Unanswered */
export async function sendChange(request: {
  readonly draft: string;
  readonly by: string;
  readonly change: Change;
}): Promise<ChangeAnswer> {
  const response = await reach('changes', { method: 'POST', body: request });
  // Before the studio's own routes hear of it: a body that is too large, or no JSON that a server reads.
  if (response.status === 413) return { kind: 'refused', reason: 'too-large' };
  if (response.status === 403 && (await isOutside(response.clone())))
    return { kind: 'refused', reason: 'outside-reach' };
  if (response.status !== 400) return answerOf(response);
  const answer = (await response.json()) as ChangeAnswer;
  return answer.kind === 'refused' ? answer : { kind: 'refused', reason: 'no-change' };
}

async function isOutside(response: Response): Promise<boolean> {
  const { error } = Object(await response.json().catch(() => undefined)) as { readonly error?: unknown };
  return error === 'outside-reach';
}

/** Tells where one is. @throws SignedOut, Unanswered */
export async function tellPresence(person: Pick<Person, 'page' | 'place'>): Promise<void> {
  await ask('presence', { method: 'POST', body: person });
}

/** Decides a collision of the draft for what stands. @throws SignedOut, Unanswered */
export async function settle(id: string): Promise<void> {
  await ask('settle', { method: 'POST', body: { id } });
}

/** A section of the draft as it opens. @throws SignedOut, Unanswered */
export function loadPreview(query: PreviewQuery): Promise<PreviewView> {
  return ask<PreviewView>(`preview?${searchOf(query)}`, { method: 'GET' });
}

/** The rules in sentences; null where nothing can be said of the draft. @throws SignedOut, Unanswered */
export function loadRules(): Promise<readonly RuleView[] | null> {
  return ask('rules', { method: 'GET' });
}

/** What a rule may ask and name; null where nothing can be said of the draft. @throws SignedOut, Unanswered */
export function loadRuleChoices(asked: AskedChoices): Promise<RuleChoices | null> {
  return ask('rule-choices', { method: 'POST', body: asked });
}

/** What would change without a rule; null where the draft is no form, or the example of another one. @throws SignedOut, Unanswered */
export function loadRuleEffect(rule: string, example: Example): Promise<RuleEffect | null> {
  return ask('rule-effect', { method: 'POST', body: { rule, example } });
}

/** Situations in sentences; null where nothing can be said of the draft. @throws SignedOut, Unanswered */
export function loadSituations(on: readonly ScenarioSituation[]): Promise<readonly Sentence[] | null> {
  return ask('situations', { method: 'POST', body: { on } });
}

/** Why a preview is as it is; null where there is none. @throws SignedOut, Unanswered */
export function loadReasons(asked: EnteredQuery): Promise<ReasonsView | null> {
  return ask('reasons', { method: 'POST', body: asked });
}

/** The enquiry types that each page offers by the draft; null where that is no form. @throws SignedOut, Unanswered */
export function loadOffers(): Promise<readonly PageOffers[] | null> {
  return ask('offers', { method: 'GET' });
}

/** The situations in which the form of a type differs, the most usual first; null where the draft is no form. @throws SignedOut, Unanswered */
export function loadDiffering(type: string): Promise<readonly SituationView[] | null> {
  return ask(`differing?${new URLSearchParams({ type })}`, { method: 'GET' });
}

/** A preview as an expectation; null where there is none. @throws SignedOut, Unanswered */
export function loadExpectation(asked: EnteredQuery): Promise<ExpectationView | null> {
  return ask('expectation', { method: 'POST', body: asked });
}

/** What became of the last sending from a preview; null where there was none. @throws SignedOut, Unanswered */
export function loadRehearsal(): Promise<RehearsalView | null> {
  return ask('rehearsal', { method: 'GET' });
}

/** The query of a preview, as an address writes it. */
export function searchOf({ example, ...query }: PreviewQuery): string {
  const entries = Object.entries({ ...query, example: example ? JSON.stringify(example) : '' });
  const told = entries.map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(told.filter(([, value]) => value !== '')).toString();
}
