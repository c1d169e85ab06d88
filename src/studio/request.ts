import type { DeskRefusal } from './protocol-desk.ts';
import type { PeopleRefusal } from './protocol-people.ts';
import type { PrivacyRefusal } from './protocol-privacy.ts';

/** Nobody is signed in, or no longer. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Whoever is signed in may not do that: their role is less than it needs, by now. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** The server's disk is full: nothing of what was asked is done. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The server cannot open the draft; the message says why. */
export class NoDraft extends Error {
  override readonly name = 'NoDraft';
  /** True if an owner can go on with the readable part. */
  readonly isMendable: boolean;

  constructor({ message, isMendable }: Extract<PeopleRefusal, { readonly error: 'no-draft' }>) {
    super(message);
    this.isMendable = isMendable;
  }
}

/** Says that the server's disk is full (RFC 4918, section 11.5). */
const insufficientStorage = 507;

/** The server cannot be reached, or answers with something that is none of its answers. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** What is asked of an address of the studio's server; the body becomes JSON. */
interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Ends it: whoever asked has left. */
  readonly signal?: AbortSignal;
}

/** The answer of an address below `/studio/api`. @throws SignedOut, NotAllowed, StoreFull, Unanswered */
export async function ask<Answer>(path: string, asked: Asked): Promise<Answer> {
  return answerOf(await reach(path, asked));
}

/** Reads a response. @throws SignedOut, NotAllowed, StoreFull, NoDraft, Unanswered */
export async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (response.status === 403) tell('not-allowed');
  if (response.status === 401) throw new SignedOut('Nobody is signed in');
  if (response.status === 403) throw new NotAllowed('The role of whoever is signed in does not do');
  if (response.status === insufficientStorage) throw new StoreFull('The server has no room left');
  if (response.status === serviceUnavailable) await requireDraft(response);
  if (!response.ok) throw new Unanswered(`The studio's server answers ${response.status}`);
  return (await response.json()) as Answer;
}

/** Says that something that the server has stored cannot be read (RFC 9110, section 15.6.4). */
const serviceUnavailable = 503;

/** @throws NoDraft where the server says so. */
async function requireDraft(response: Response): Promise<void> {
  const said = (await response.json().catch(() => undefined)) as Partial<PeopleRefusal> | undefined;
  if (said?.error === 'no-draft') throw new NoDraft(said as ConstructorParameters<typeof NoDraft>[0]);
}

/** Whose page this is; absent: nobody is at work in it yet. */
let person: string | undefined;

/** Says whose page this is: what it changes from now on is theirs, and nobody else's who signs in in the same browser. */
export function actAs(id: string): void {
  person = id;
}

/** The response of an address below `/studio/api`, whatever its status. @throws Unanswered where there is none */
export async function reach(path: string, { method, body, signal }: Asked): Promise<Response> {
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(person !== undefined && method !== 'GET' && !isAtTheDoor(path) && { 'Slipway-Person': person }),
  };
  const sent = { headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  try {
    return await fetch(`/studio/api/${path}`, { method, ...sent, ...(signal && { signal }) });
  } catch (cause) {
    throw new Unanswered('The studio’s server cannot be reached', { cause });
  }
}

/** Whoever signs in, or out, may be another. */
function isAtTheDoor(path: string): boolean {
  return path === 'sign-in' || path === 'sign-out';
}

/** Why something was not done: the server refuses it, or says nothing. */
export type Trouble =
  | PeopleRefusal
  | DeskRefusal
  | PrivacyRefusal
  | { readonly error: 'unreachable' }
  /** Never asked: a limit without anything that it leaves. */
  | { readonly error: 'nothing-ticked' }
  /** 413: more than any address takes at once. */
  | { readonly error: 'payload-too-large' };

/** What came of asking for something that may well be refused. */
export type Outcome<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly trouble: Trouble };

/** Asks for something that may well be refused: never throws. */
export async function attempt<Answer>(path: string, asked: Asked): Promise<Outcome<Answer>> {
  return attemptTo<Answer>(path, asked, async (response) => {
    const said: unknown = await response.json();
    // An answer that says of which kind it is may have any status.
    const isAnswer = response.ok || typeof Object(said).kind === 'string';
    return isAnswer ? { isDone: true, answer: said as Answer } : refused(response, said);
  });
}

/** Asks for a file, which may well be refused: never throws. */
export async function attemptFile(path: string, asked: Asked): Promise<Outcome<Blob>> {
  return attemptTo<Blob>(path, asked, async (response) =>
    response.ok
      ? { isDone: true, answer: await response.blob() }
      : refused(response, (await response.json()) as unknown),
  );
}

async function attemptTo<Answer>(
  path: string,
  asked: Asked,
  read: (response: Response) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  try {
    const response = await reach(path, asked);
    if (response.status === 401) tell('signed-out');
    if (response.status === 403) tell('not-allowed');
    return await read(response);
  } catch {
    // No answer, none that is JSON, or one that broke off.
    return unreachable;
  }
}

/** What came of something that was not done. */
type Undone = Extract<Outcome<unknown>, { readonly isDone: false }>;

const unreachable: Undone = { isDone: false, trouble: { error: 'unreachable' } };

function refused({ status }: Response, said: unknown): Undone {
  const isRefused = status < 500 || status === insufficientStorage || status === serviceUnavailable;
  return isRefused && typeof Object(said).error === 'string'
    ? { isDone: false, trouble: said as PeopleRefusal }
    : unreachable;
}

/** What may be over for whoever is at work, wherever in the page it is met. */
type Lapse = 'signed-out' | 'not-allowed';

const listeners = new Set<(what: Lapse) => void>();

/**
 * Hears where the answer to something that was asked for says that the session is over, or any that a role does not do any more; gives
 * what stops that. What a page does by itself, as telling where it is, asks nobody to sign in.
 */
export function onLapse(listener: (what: Lapse) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(what: Lapse): void {
  for (const listener of listeners) listener(what);
}
