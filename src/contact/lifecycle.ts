import type { NamedProblem, PostOutcome, Receipt } from './section-data.ts';

/**
 * Where a visitor stands with an enquiry (docs/behaviour.md, "Form lifecycle"). `isChecked`: a submit has judged
 * the fields of this type, so they are judged anew as they change. `named`: what the server said of single fields.
 */
export type Lifecycle =
  | {
      readonly state: 'editing';
      readonly isChecked: boolean;
      /** The visitor has just chosen another enquiry type. */
      readonly isNewType?: true;
      /** How many problems the last submit found; absent where it was not refused. */
      readonly refusedCount?: number;
      readonly named: readonly NamedProblem[];
    }
  /** A submit waits for the type's validators, if they have not arrived yet, and for their verdict. */
  | { readonly state: 'checking'; readonly isChecked: boolean }
  | { readonly state: 'submitting' }
  | {
      readonly state: 'error';
      readonly failure: SendFailure;
      readonly named: readonly NamedProblem[];
    }
  | { readonly state: 'success'; readonly receipt: Receipt };

/** Why an enquiry was not taken, as far as it matters to its visitor. */
export interface SendFailure {
  /** When another try may succeed, where the server said so. */
  readonly retryAfterSeconds?: number;
  readonly named: readonly NamedProblem[];
}

/** What happens to an enquiry. */
export type LifecycleEvent =
  | { readonly type: 'edited'; readonly field: string }
  | { readonly type: 'type-changed' }
  /** The visitor has come to another step; what the server said of fields there still stands. */
  | { readonly type: 'moved'; readonly named: readonly NamedProblem[] }
  | { readonly type: 'submitted' }
  /** The page found problems. */
  | { readonly type: 'refused'; readonly count: number }
  /** The page found none: the enquiry is on its way. */
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly failure: SendFailure }
  | { readonly type: 'succeeded'; readonly receipt: Receipt };

/** Nothing checked, nothing sent. */
const initialLifecycle: Extract<Lifecycle, { readonly state: 'editing' }> = {
  state: 'editing',
  isChecked: false,
  named: [],
};

/** Where a visitor stands after a post. Its problems are the server's: the page itself judges nothing before it is sent again. */
export function lifecycleAfter(outcome: PostOutcome | undefined): Lifecycle {
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

/** The next state. An event that the current one knows nothing of changes nothing: answers and clicks may come late. */
export function lifecycleReducer(lifecycle: Lifecycle, event: LifecycleEvent): Lifecycle {
  switch (event.type) {
    case 'edited':
      return edited(lifecycle, event.field);
    case 'type-changed':
      return isOpen(lifecycle) ? { ...initialLifecycle, isNewType: true } : lifecycle;
    case 'moved':
      return isOpen(lifecycle) || lifecycle.state === 'checking'
        ? { ...initialLifecycle, named: event.named }
        : lifecycle;
    case 'submitted':
      return isOpen(lifecycle) ? { state: 'checking', isChecked: isChecked(lifecycle) } : lifecycle;
    case 'refused':
      if (lifecycle.state !== 'checking') return lifecycle;
      return { state: 'editing', isChecked: true, refusedCount: event.count, named: [] };
    case 'passed':
      return lifecycle.state === 'checking' ? { state: 'submitting' } : lifecycle;
    case 'failed':
      if (isOpen(lifecycle) || lifecycle.state === 'success') return lifecycle;
      return { state: 'error', failure: event.failure, named: event.failure.named };
    case 'succeeded':
      return lifecycle.state === 'submitting' ? { state: 'success', receipt: event.receipt } : lifecycle;
  }
}

/** Whether the visitor may submit: not while a submit is under way, and not after success. */
export function isOpen(lifecycle: Lifecycle): boolean {
  return lifecycle.state === 'editing' || lifecycle.state === 'error';
}

/** Whether fields are judged as they change. */
export function isChecked(lifecycle: Lifecycle): boolean {
  switch (lifecycle.state) {
    case 'editing':
    case 'checking':
      return lifecycle.isChecked;
    case 'submitting':
    case 'error':
      return true;
    case 'success':
      return false;
  }
}

/** What the server said of single fields and still stands. */
export function namedProblems(lifecycle: Lifecycle): readonly NamedProblem[] {
  return lifecycle.state === 'editing' || lifecycle.state === 'error' ? lifecycle.named : [];
}

/**
 * The failure message goes with the next edit, what the server said of a field with an edit of that field
 * (docs/behaviour.md, "Failure").
 */
function edited(lifecycle: Lifecycle, field: string): Lifecycle {
  if (lifecycle.state !== 'editing' && lifecycle.state !== 'error') return lifecycle;
  const named = lifecycle.named.filter(({ problem }) => problem.field.split('/')[0] !== field);
  if (lifecycle.state === 'error') return { state: 'editing', isChecked: true, named };
  return named.length === lifecycle.named.length ? lifecycle : { ...lifecycle, named };
}
