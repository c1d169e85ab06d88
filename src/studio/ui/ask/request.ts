import type { InboxRefusal } from '../../../api/inbox.ts';
import type { PeopleRefusal } from '../../../api/people.ts';
import type { PrivacyRefusal } from '../../../api/privacy.ts';
import type { ReviewRefusal } from '../../../api/review.ts';

/** Thrown if nobody is signed in, or the session has ended. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Thrown if the server answers with 403: the role of the signed-in person does not permit the request. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** Thrown if the server's disk is full. The request changed nothing. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** Thrown if the server cannot open the draft. The message says why. */
export class NoDraft extends Error {
  override readonly name = 'NoDraft';
  /** True if an owner can go on with the readable part. */
  readonly isMendable: boolean;

  constructor({ message, isMendable }: Extract<PeopleRefusal, { readonly error: 'no-draft' }>) {
    super(message);
    this.isMendable = isMendable;
  }
}

/** The status of a full disk (RFC 4918, section 11.5). */
const insufficientStorage = 507;

/** Thrown if the server cannot be reached, or answers with a status that has no error of its own here. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** A request to the studio's server. The body is sent as JSON. */
interface StudioRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to an address below `/studio/api` and returns the JSON answer. A status of 403 also
 * notifies the listeners of `onAccessLoss`.
 * @param path The address without `/studio/api/` at its beginning
 * @throws SignedOut, NotAllowed, StoreFull, NoDraft, Unanswered; SyntaxError if the answer is not JSON
 */
export async function requestJson<Answer>(path: string, asked: StudioRequest): Promise<Answer> {
  return readStudioResponse(await fetchFromStudio(path, asked));
}

/**
 * Returns the JSON of a response. A status of 403 also notifies the listeners of `onAccessLoss`.
 * @throws SignedOut, NotAllowed, StoreFull, NoDraft, Unanswered; SyntaxError if the answer is not JSON
 */
export async function readStudioResponse<Answer>(response: Response): Promise<Answer> {
  if (response.status === 403) notifyAccessLoss('not-allowed');
  if (response.status === 401) throw new SignedOut('Nobody is signed in');
  if (response.status === 403) throw new NotAllowed('The role of whoever is signed in does not do');
  if (response.status === insufficientStorage) throw new StoreFull('The server has no room left');
  if (response.status === serviceUnavailable) await throwIfNoDraft(response);
  if (!response.ok) throw new Unanswered(`The studio's server answers ${response.status}`);
  return (await response.json()) as Answer;
}

/** The status if something that the server has stored cannot be read (RFC 9110, section 15.6.4). */
const serviceUnavailable = 503;

/**
 * Reads the body of a response, and throws `NoDraft` if it says that the draft cannot be opened. Otherwise
 * does nothing, also if the body is not JSON.
 */
async function throwIfNoDraft(response: Response): Promise<void> {
  const body = (await response.json().catch(() => undefined)) as Partial<PeopleRefusal> | undefined;
  if (body?.error === 'no-draft') throw new NoDraft(body as ConstructorParameters<typeof NoDraft>[0]);
}

/** The id of the person that this page belongs to. Absent until they have signed in. */
let requestPerson: string | undefined;

/**
 * Sets the person that this page belongs to. Later requests that change something name this person, so that
 * the server refuses them after somebody else has signed in with the same browser.
 */
export function setRequestPerson(id: string): void {
  requestPerson = id;
}

/**
 * Sends a request to an address below `/studio/api`, and returns the response, whatever its status. Names the
 * person of `setRequestPerson`, except for GET, sign-in and sign-out.
 * @param path The address without `/studio/api/` at its beginning
 * @throws Unanswered if there is no response, also if `signal` aborts the request
 */
export async function fetchFromStudio(
  path: string,
  { method, body, signal }: StudioRequest,
): Promise<Response> {
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(requestPerson !== undefined &&
      method !== 'GET' &&
      !changesSession(path) && { 'Slipway-Person': requestPerson }),
  };
  const sent = { headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  try {
    const response = await fetch(`/studio/api/${path}`, { method, ...sent, ...(signal && { signal }) });
    if (response.ok && method !== 'GET') for (const listener of successListeners) listener(path);
    return response;
  } catch (cause) {
    throw new Unanswered('The studio’s server cannot be reached', { cause });
  }
}

const successListeners = new Set<(path: string) => void>();

/**
 * Calls `listener` with the address of each request that has changed something, below `/studio/api/`. Returns a
 * function that ends this.
 */
export function onRequestSuccess(listener: (path: string) => void): () => void {
  successListeners.add(listener);
  return () => void successListeners.delete(listener);
}

/** Returns true for the addresses of signing in and out, which change the person that is signed in. */
function changesSession(path: string): boolean {
  return path === 'sign-in' || path === 'sign-out';
}

export type RequestFailure =
  | PeopleRefusal
  | InboxRefusal
  | PrivacyRefusal
  | ReviewRefusal
  | { readonly error: 'unreachable' }
  /** Nothing was sent: the access is limited to types or sites, but none is ticked. */
  | { readonly error: 'nothing-ticked' }
  /** 413: the body is larger than any address accepts. */
  | { readonly error: 'payload-too-large' };

export type RequestOutcome<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly trouble: RequestFailure };

/**
 * Sends a request that may be refused, and returns the JSON answer or the reason of the refusal. A JSON
 * answer with a `kind` counts as done, whatever its status. Notifies the listeners of `onAccessLoss` after
 * 401 and 403. Never throws: the outcome is `unreachable` if there is no usable answer.
 */
export async function tryRequest<Answer>(
  path: string,
  asked: StudioRequest,
): Promise<RequestOutcome<Answer>> {
  return sendAndRead<Answer>(path, asked, async (response) => {
    const body: unknown = await response.json();
    // An answer with a `kind` may have any status.
    const isAnswer = response.ok || typeof Object(body).kind === 'string';
    return isAnswer ? { isDone: true, answer: body as Answer } : toFailedOutcome(response, body);
  });
}

/**
 * Requests a file and returns it, or the reason of the refusal. Notifies the listeners of `onAccessLoss`
 * after 401 and 403. Never throws: the outcome is `unreachable` if there is no usable answer.
 */
export async function tryFileRequest(path: string, asked: StudioRequest): Promise<RequestOutcome<Blob>> {
  return sendAndRead<Blob>(path, asked, async (response) =>
    response.ok
      ? { isDone: true, answer: await response.blob() }
      : toFailedOutcome(response, (await response.json()) as unknown),
  );
}

/**
 * Sends a request and returns the outcome that `read` makes of the response. The outcome is `unreachable` if
 * either fails. Notifies the listeners of `onAccessLoss` after 401 and 403.
 */
async function sendAndRead<Answer>(
  path: string,
  asked: StudioRequest,
  read: (response: Response) => Promise<RequestOutcome<Answer>>,
): Promise<RequestOutcome<Answer>> {
  try {
    const response = await fetchFromStudio(path, asked);
    if (response.status === 401) notifyAccessLoss('signed-out');
    if (response.status === 403) notifyAccessLoss('not-allowed');
    return await read(response);
  } catch {
    // There is no answer, it is not JSON, or it was interrupted.
    return unreachable;
  }
}

type FailedOutcome = Extract<RequestOutcome<unknown>, { readonly isDone: false }>;

const unreachable: FailedOutcome = { isDone: false, trouble: { error: 'unreachable' } };

/**
 * Returns the reason that the server gives for a refusal in `error`. A body without a reason, and all errors
 * of the server except 503 and 507, count as `unreachable`.
 */
function toFailedOutcome({ status }: Response, body: unknown): FailedOutcome {
  const isRefused = status < 500 || status === insufficientStorage || status === serviceUnavailable;
  return isRefused && typeof Object(body).error === 'string'
    ? { isDone: false, trouble: body as PeopleRefusal }
    : unreachable;
}

type AccessLoss = 'signed-out' | 'not-allowed';

const listeners = new Set<(what: AccessLoss) => void>();

/**
 * Registers a listener that is called when an answer shows that the session has ended or that the role does
 * not permit a request. After `requestJson`, an ended session is not reported: it throws `SignedOut`.
 * @returns A function that removes the listener.
 */
export function onAccessLoss(listener: (what: AccessLoss) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls all listeners of `onAccessLoss`. */
function notifyAccessLoss(what: AccessLoss): void {
  for (const listener of listeners) listener(what);
}
