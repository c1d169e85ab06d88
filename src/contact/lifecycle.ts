import type { NamedProblem, PostOutcome, Receipt } from './section-data.ts';

/**
 * The state of a visitor's enquiry (docs/behaviour.md, "Form lifecycle"). `isChecked` is true after a submit
 * has judged the fields of this type; they are then judged again as they change. `named` contains the
 * problems that the server reported for single fields.
 */
export type Lifecycle =
  | {
      readonly state: 'editing';
      readonly isChecked: boolean;
      /** Present after the type was changed, until the next submit or step. */
      readonly isNewType?: true;
      /** The number of problems that the last submit found; absent if it found none. */
      readonly refusedCount?: number;
      readonly named: readonly NamedProblem[];
    }
  /** A submit loads the validators of the type and judges the values. */
  | { readonly state: 'checking'; readonly isChecked: boolean }
  | { readonly state: 'submitting' }
  | {
      readonly state: 'error';
      readonly failure: SendFailure;
      readonly named: readonly NamedProblem[];
    }
  /** The enquiry is stored in the browser and will be sent later. `id` is its idempotency key. */
  | { readonly state: 'stored'; readonly id: string }
  | { readonly state: 'success'; readonly receipt: Receipt };

export interface SendFailure {
  /** The number of seconds after which another attempt may succeed, if the server stated it. */
  readonly retryAfterSeconds?: number;
  /** The problems that the server reported for single fields; empty if it reported none. */
  readonly named: readonly NamedProblem[];
  /** Present if no answer of the server came: without a connection, after the time limit, from a captive portal. */
  readonly isUnreachable?: true;
  /** Present if the server has failed or was too busy: the same enquiry may be accepted later. */
  readonly isTemporary?: true;
}

export type LifecycleEvent =
  /** The visitor has changed the value of a field. */
  | { readonly type: 'edited'; readonly field: string }
  | { readonly type: 'type-changed' }
  /** The visitor has moved to another step. The server's problems there are still valid. */
  | { readonly type: 'moved'; readonly named: readonly NamedProblem[] }
  /** The visitor has submitted the form; the page judges it now. */
  | { readonly type: 'submitted' }
  /**
   * The page found `count` problems: nothing is sent. `named` contains those of a program that refused what the page
   * accepted.
   */
  | { readonly type: 'refused'; readonly count: number; readonly named?: readonly NamedProblem[] }
  /** The page found no problem: the enquiry is being sent. */
  | { readonly type: 'passed' }
  /** The enquiry was not accepted, or the submit failed. */
  | { readonly type: 'failed'; readonly failure: SendFailure }
  /** The enquiry could not be sent, and was stored. */
  | { readonly type: 'stored'; readonly id: string }
  /** The visitor edits a stored enquiry. `failure` is the reason for which the server has refused it. */
  | { readonly type: 'reopened'; readonly failure?: SendFailure }
  | { readonly type: 'succeeded'; readonly receipt: Receipt };

const initialLifecycle: Extract<Lifecycle, { readonly state: 'editing' }> = {
  state: 'editing',
  isChecked: false,
  named: [],
};

/**
 * Returns the state in which a page starts. Undefined: its form was not posted. After problems that the
 * server reported, fields are judged only from the next submit on; after a failed send, at once.
 */
export function getLifecycleAfterPost(outcome: PostOutcome | undefined): Lifecycle {
  switch (outcome?.kind) {
    case undefined:
    case 'moved':
      return initialLifecycle;
    case 'saving':
    case 'resumed':
      return initialLifecycle;
    case 'type-changed':
      return { ...initialLifecycle, isNewType: true };
    case 'refused':
      return { ...initialLifecycle, refusedCount: outcome.named.length, named: outcome.named };
    case 'failed':
      return { state: 'error', failure: { ...outcome, named: [] }, named: [] };
    case 'accepted':
      return { state: 'success', receipt: outcome.receipt };
  }
}

/**
 * Returns the next state. Events that do not fit the current state are ignored, because answers and clicks
 * may come late.
 */
export function reduceLifecycle(lifecycle: Lifecycle, event: LifecycleEvent): Lifecycle {
  switch (event.type) {
    case 'edited':
      return applyEdit(lifecycle, event.field);
    case 'type-changed':
      return isSubmittable(lifecycle) ? { ...initialLifecycle, isNewType: true } : lifecycle;
    case 'moved':
      return isSubmittable(lifecycle) || lifecycle.state === 'checking'
        ? { ...initialLifecycle, named: event.named }
        : lifecycle;
    case 'submitted':
      return isSubmittable(lifecycle) ? { state: 'checking', isChecked: isChecked(lifecycle) } : lifecycle;
    case 'refused':
      if (lifecycle.state !== (event.named ? 'submitting' : 'checking')) return lifecycle;
      return { state: 'editing', isChecked: true, refusedCount: event.count, named: event.named ?? [] };
    case 'passed':
      return lifecycle.state === 'checking' ? { state: 'submitting' } : lifecycle;
    case 'failed':
      if (isSubmittable(lifecycle) || ['stored', 'success'].includes(lifecycle.state)) return lifecycle;
      return { state: 'error', failure: event.failure, named: event.failure.named };
    case 'succeeded':
      return ['submitting', 'stored'].includes(lifecycle.state)
        ? { state: 'success', receipt: event.receipt }
        : lifecycle;
    case 'stored':
      return lifecycle.state === 'error' ? { state: 'stored', id: event.id } : lifecycle;
    case 'reopened':
      return reopen(lifecycle, event.failure);
  }
}

/** Returns true if the visitor may submit: not during a submit, and not after success. */
export function isSubmittable(lifecycle: Lifecycle): boolean {
  return lifecycle.state === 'editing' || lifecycle.state === 'error';
}

/** Returns true if fields are judged as they change: after a submit has judged them once. */
export function isChecked(lifecycle: Lifecycle): boolean {
  switch (lifecycle.state) {
    case 'editing':
    case 'checking':
      return lifecycle.isChecked;
    case 'submitting':
    case 'error':
      return true;
    case 'stored':
    case 'success':
      return false;
  }
}

/** Returns the state in which a stored enquiry is edited. During a submit nothing changes. */
function reopen(lifecycle: Lifecycle, failure: SendFailure | undefined): Lifecycle {
  if (!isSubmittable(lifecycle) && lifecycle.state !== 'stored') return lifecycle;
  if (failure) return { state: 'error', failure, named: failure.named };
  return { ...initialLifecycle, isChecked: true };
}

/** Returns the problems that the server reported for single fields and that are still valid. */
export function getNamedProblems(lifecycle: Lifecycle): readonly NamedProblem[] {
  return lifecycle.state === 'editing' || lifecycle.state === 'error' ? lifecycle.named : [];
}

/**
 * Returns true if the last submit was refused by a server or a program that named problems, and the visitor has not
 * moved to another step since.
 */
export function hasNamedRefusal(lifecycle: Lifecycle): boolean {
  const isRefused =
    lifecycle.state === 'error' || (lifecycle.state === 'editing' && lifecycle.refusedCount !== undefined);
  return isRefused && lifecycle.named.length > 0;
}

/**
 * Returns the state after an edit: without the failure message, and without the server's problems of the
 * edited field and of the form as a whole (docs/behaviour.md, "Failure"). Other states than `editing` and `error` are
 * returned unchanged.
 */
function applyEdit(lifecycle: Lifecycle, field: string): Lifecycle {
  if (lifecycle.state !== 'editing' && lifecycle.state !== 'error') return lifecycle;
  const named = lifecycle.named.filter(({ problem }) => {
    const [topLevelField] = problem.field.split('/');
    return topLevelField !== field && topLevelField !== '';
  });
  if (lifecycle.state === 'error') return { state: 'editing', isChecked: true, named };
  return named.length === lifecycle.named.length ? lifecycle : { ...lifecycle, named };
}
