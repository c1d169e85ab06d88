import type { Change } from '#engine/editing/index.ts';
import type { ChangeAnswer } from '../../api/studio.ts';
import { NotAllowed, SignedOut, StoreFull } from '../ui/ask/request.ts';
import { sendChange } from './api.ts';

/** A change that is not accepted yet, and the id of the draft that it is sent to. */
export interface UnsentChange {
  readonly draft: string;
  readonly change: Change;
}

/** The reason why changes are not sent: no answer, no disk space, no session or no permission. */
export type SaveFailure = 'offline' | 'store-full' | 'signed-out' | 'not-allowed';

/** Sends changes to the server, one at a time. */
export interface ChangeSender {
  /** Sends after a pause of 0.4 seconds, at the latest 0.8 seconds after the first call since the last time. */
  readonly sendAfterPause: () => void;
  /** Sends in the next turn of the event loop, or after a delay, in place of an earlier schedule. */
  readonly schedule: (delayMs?: number) => void;
  /** Sends now, because somebody has signed in or got a permission. */
  readonly retry: () => void;
  /** Returns true if the change with this id may have reached the server. */
  readonly wasAttempted: (id: string) => boolean;
  /** Sends nothing any more. */
  readonly stop: () => void;
}

export interface ChangeSenderOptions {
  /** The id of this person in this browser. */
  readonly by: string;
  /** Returns the change to be sent next; undefined if there is none. */
  readonly getNext: () => UnsentChange | undefined;
  /** Called with the answer to a change. It schedules the next one if there is one. */
  readonly onAnswer: (sent: UnsentChange, answer: ChangeAnswer) => void;
  /** Called when sending has failed. It is tried again later, or by `retry` if a person is needed. */
  readonly onFailure: (failure: SaveFailure) => void;
}

/**
 * Edits are collected until a pause of `gatherMs`, but for at most `longestGatherMs`, before they are sent.
 */
const gatherMs = 400;
const longestGatherMs = 800;
/** The pause before a failed change is sent again, in milliseconds. */
const retryMs = 2_000;

export function createChangeSender({ by, getNext, onAnswer, onFailure }: ChangeSenderOptions): ChangeSender {
  const attempted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isStopped = false;
  /** The latest time for sending the collected keystrokes. Undefined if there are none. */
  let gatheredUntil: number | undefined;
  /** The number of times that somebody has signed in or got a role since the page was opened. */
  let retries = 0;

  function schedule(delayMs = 0): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void sendNext(), delayMs);
  }

  /** Sends the next change. Does nothing while another one is being sent, and after `stop`. */
  async function sendNext(): Promise<void> {
    const next = getNext();
    gatheredUntil = undefined;
    if (next === undefined || isSending || isStopped) return;
    const { draft, change } = next;
    isSending = true;
    attempted.add(change.id);
    const retriesBefore = retries;
    try {
      const answer = await sendChange({ draft, by, change });
      isSending = false;
      onAnswer(next, answer);
    } catch (error) {
      isSending = false;
      const failure = toSaveFailure(error);
      const needsPerson = failure === 'signed-out' || failure === 'not-allowed';
      // A refusal of a request from before a sign-in says nothing about the person who is signed in now.
      if (needsPerson && retries !== retriesBefore) return schedule();
      onFailure(failure);
      if (!needsPerson) schedule(retryMs);
    }
  }

  return {
    sendAfterPause() {
      gatheredUntil ??= Date.now() + longestGatherMs;
      schedule(Math.min(gatherMs, gatheredUntil - Date.now()));
    },
    schedule,
    retry() {
      retries += 1;
      void sendNext();
    },
    wasAttempted: (id) => attempted.has(id),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Returns the reason of a failed request: `offline` if the error says nothing else. */
function toSaveFailure(error: unknown): SaveFailure {
  if (error instanceof SignedOut) return 'signed-out';
  if (error instanceof NotAllowed) return 'not-allowed';
  return error instanceof StoreFull ? 'store-full' : 'offline';
}
