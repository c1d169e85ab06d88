import type fc from 'fast-check';
import type { RunningServer } from '../../support/server.ts';
import type { RawAnswer, RawRequest } from '../support/raw.ts';

/** Makes requests that no client of the form makes, of one kind. */
export interface Generator {
  readonly name: string;
  /** Requests, whose parts may need something of the server first: a ticket, a target. */
  readonly requests: (server: RunningServer) => Promise<fc.Arbitrary<RawRequest>> | fc.Arbitrary<RawRequest>;
  /** Whether an answer is one that such a request may get; what no request may get is refused for all alike. */
  readonly isDue: (answer: RawAnswer, request: RawRequest) => boolean;
}
