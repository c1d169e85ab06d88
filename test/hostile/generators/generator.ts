import type fc from 'fast-check';
import type { RunningServer } from '../../support/server.ts';
import type { RawAnswer, RawRequest } from '../support/raw.ts';

/** A generator of one kind of requests that no client of the form sends. */
export interface RequestGenerator {
  readonly name: string;
  /** Returns requests, whose parts may first need a ticket or a target from the server. */
  readonly requests: (server: RunningServer) => Promise<fc.Arbitrary<RawRequest>> | fc.Arbitrary<RawRequest>;
  /** True if such a request may get an answer. Answers that no request may get are checked for all. */
  readonly isDue: (answer: RawAnswer, request: RawRequest) => boolean;
}
